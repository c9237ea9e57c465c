import type { Address } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import { formOf, isStartAddress, type AddressForm } from '../address/address-form.ts'
import type { Account } from '../messages/customer.ts'
import type { CheckoutContext, Step } from './context.ts'

const billingOf = (account: Account | null): Address | undefined =>
  account?.addresses.find(({ addressId }) => addressId === account.billingId)
const personOf = ({ info: { firstName, lastName, email, telephone } }: Account): ContactPerson => ({
  firstName,
  lastName,
  email,
  telephone,
})

/** Whether a form is empty or as it was prefilled: the shopper has not typed in it. */
const isUntouched = <Form extends object>(form: Form, filled: Form | null): boolean =>
  Object.entries(form).every(([field, value]) => (filled ? value === filled[field as keyof Form] : !value))

/** The forms with the customer's saved data. Typed text and completed steps are not overwritten. */
export function prefilled(context: CheckoutContext, account: Account | null): Partial<CheckoutContext> {
  const before = context.account
  if (account === null) return { account }
  const [old, billing] = [billingOf(before), billingOf(account)]
  const hasOwnDeliveryAddress = account.deliveryId !== null && account.deliveryId !== account.billingId
  const isOpen = (step: Step) => !context.done.includes(step)
  const isStart = (form: AddressForm) => isStartAddress(form, context.settings?.storeRegion)
  const isChosen = context.deliverTo !== 'billing' && before !== null
  return {
    account,
    ...(isOpen('details') && isUntouched(context.person, before && personOf(before)) && { person: personOf(account) }),
    ...(isOpen('details') &&
      billing &&
      (isStart(context.billing) || isUntouched(context.billing, old ? formOf(old) : null)) && {
        billing: formOf(billing),
      }),
    ...(isOpen('delivery') &&
      hasOwnDeliveryAddress &&
      !isChosen &&
      isStart(context.delivery) && { deliverTo: 'saved' as const, savedId: account.deliveryId }),
  }
}
