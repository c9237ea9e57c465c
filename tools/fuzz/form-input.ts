import type { AddressesContext } from '#machines/account/addresses-setup'
import type { CartContext } from '#machines/cart/cart-setup'
import type { ProfileContext } from '#machines/account/profile'
import type { RegistrationContext } from '#machines/registration/registration-setup'
import { checkoutIn, shopIn, stepIn } from './invariants/invariant.ts'
import { stateOf, type Page } from './world.ts'

/** The form input of a page, by machine, and the number of logouts before it. */
export interface FormInput {
  left: number
  machines: Record<string, unknown>
  /** The code of the cart's coupon; null without one. */
  couponCode: string | null
}

const contextOf = <Context>(page: Page, machine: string) => stateOf<{ context: Context }>(page, machine)?.context

function inCheckout(page: Page): unknown {
  const checkout = checkoutIn(page)
  if (!checkout) return undefined
  const { person, billing, delivery, deliverTo, savedId, payment, comment } = checkout.context
  return [person, billing, delivery, deliverTo, savedId, payment, stepIn(checkout) === 'placed' ? '' : comment]
}

/** The index of how to pay in the input of the checkout. */
const paymentAt = 5

/** Whether nothing is typed or chosen in a form. */
const isEmpty = (form: object) => Object.values(form).every(value => value === '' || value === null)

/** Whether a customer's saved data may fill in the details and the billing address: nothing is typed in them. */
function isPrefillable(machine: string, input: unknown): boolean {
  if (machine !== 'checkout' || !Array.isArray(input)) return false
  const [person, billing] = input as object[]
  return isEmpty(person!) && isEmpty(billing!)
}

/**
 * Whether the empty field of the coupon shows the code of a coupon that was refused. The shopper had cleared the field while the
 * code was being checked; the message below it is about this code.
 */
function isRefusedCodeShown(machine: string, { machines, couponCode }: FormInput, after: FormInput): boolean {
  if (machine !== 'cart' || couponCode === null || after.couponCode !== null) return false
  const [[quantities, code], now] = [machines.cart as unknown[], after.machines.cart as unknown[]]
  return code === '' && JSON.stringify(now) === JSON.stringify([quantities, couponCode])
}

function inRegistration(page: Page): unknown {
  const { person, address, ticked } = contextOf<RegistrationContext>(page, 'registration') ?? {}
  return person && [person, address, ticked]
}

/** Reads the form input. Passwords are in the vault and are not included. */
export function formInputOf(page: Page): FormInput {
  const { invalidQuantities, code, coupon } = contextOf<CartContext>(page, 'cart')!
  const machines = {
    checkout: inCheckout(page),
    registration: inRegistration(page),
    profile: contextOf<ProfileContext>(page, 'profile')?.typed,
    addresses: contextOf<AddressesContext>(page, 'addresses')?.drafts,
    login: contextOf<{ email: string }>(page, 'login')?.email,
    forgotten: contextOf<{ email: string }>(page, 'forgotten')?.email,
    newsletter: contextOf<{ email: string }>(page, 'newsletter')?.email,
    search: contextOf<{ text: string }>(page, 'search')?.text,
    cart: [invalidQuantities, code],
  }
  return { left: shopIn(page).context.left, machines, couponCode: coupon?.couponCode ?? null }
}

/**
 * Compares form input.
 *
 * @param left - the number of logouts to expect: unchanged, or 0 after a reload
 * @param isPartial - whether how to pay is not compared
 * @returns the machine whose input differs; null if there is none, or if the shopper has logged out
 */
export function lostInput(
  before: FormInput,
  after: FormInput,
  { left, isPartial }: { left: number; isPartial: boolean },
): string | null {
  if (left !== after.left) return null
  for (const [machine, typed] of Object.entries(before.machines)) {
    const isLeftOut = isPrefillable(machine, typed)
    const compared = (input: unknown) =>
      machine === 'checkout' && Array.isArray(input)
        ? input.filter((_, at) => !(isLeftOut && at < 2) && !(isPartial && at === paymentAt))
        : input
    const [was, is] = [JSON.stringify(compared(typed)), JSON.stringify(compared(after.machines[machine]))]
    if (typed !== undefined && was !== is && !isRefusedCodeShown(machine, before, after))
      return `${machine}: ${was} became ${is}`
  }
  return null
}
