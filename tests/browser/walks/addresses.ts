import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { addressesMachine } from '#machines/account/addresses'
import { addressFormOf, pickedId, type AddressesContext } from '#machines/account/addresses-setup'
import type { Refusal } from '#contract/refusal'
import type { Account } from '#machines/messages/customer'
import { account, billingModel, deliveryModel } from '../../model/addresses.model.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import { answerAlways } from '../../kit/page-calls.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { followsMenu, visitsAsCustomer } from './moving.ts'
import { enters } from './ways.ts'

const pages = { billing: '/manage-account/modify-address', delivery: '/manage-account/modify-delivery-address' }
const headings = { billing: 'Modify Billing Address', delivery: 'Modify Delivery Address' }
const labels = { address1: 'Address 1', city: 'Suburb/City', postCode: 'Post code' } as Record<string, string>

const contextOf = (state: AnyMachineSnapshot) => state.context as AddressesContext
const isForm = ({ page, subject }: AddressesContext) => page === 'billing' || subject !== null

/** The events of typing, choosing, picking and retrying. */
function isOffered(state: AnyMachineSnapshot, event: AnyEventObject) {
  const context = contextOf(state)
  const { city, regionId } = addressFormOf(context)
  switch (event.type) {
    case 'addresses.typed':
      return event.field !== 'city' || event.value !== city
    case 'addresses.pick':
      return pickedId(context) !== event.addressId
    case 'addresses.retry':
      return context.account !== null && isForm(context) && regionId !== null
    case 'settings.changed':
      return false // they come with the account
    default:
      return true
  }
}

/** The account data arrives with the response that starts a visit. */
function comes(page: ModelPage, { info, addresses, billingId }: Account) {
  const billing = addresses.find(({ addressId }) => addressId === billingId) ?? null
  return page.answers('begin', {
    shoppingCart: [],
    customerInfo: info,
    billingAddress: billing,
    deliveryAddress: addresses,
    limitAreaShipping: 'F',
    receivedOnlinePayment: 'F',
    calculateDeliveyFee: 'F',
    deliveryFee: '0',
    minimumOrderLimit: '0',
  })
}

/** Blurs a field at once: the next focus does not matter. */
async function types({ page }: ModelPage, field: string, value: string) {
  const input = page.getByRole('main').getByLabel(labels[field]!)
  await input.fill(value)
  await input.blur()
}

/** 'Cancel' leads to the account, except within the page; the walk then returns to the page. */
async function cancels(page: ModelPage, { page: use, subject }: AddressesContext) {
  const main = page.page.getByRole('main')
  if (use === 'delivery' && subject !== null) return main.getByRole('button', { name: 'Cancel' }).click()
  await main.getByRole('link', { name: 'Cancel' }).click()
  await main.getByRole('heading', { level: 1, name: 'My Account' }).waitFor()
  return enters(page, pages[use])
}

const calls: Record<string, Call> = {
  createAddress: 'createAddress',
  updateAddress: 'updateAddress',
  selectAddress: 'updateAddress',
}

/** The name of an address in the labels of its controls. */
const nameOf = ({ account: known }: AddressesContext, id: unknown) =>
  known?.addresses.find(({ addressId }) => addressId === id)?.address1 ?? 'none'

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const main = page.page.getByRole('main')
  const context = contextOf(before)
  switch (event.type) {
    case 'page.open': {
      const { pathname } = event.location as { pathname: string }
      return event.move === 'POP' ? enters(page, pathname) : followsMenu(page, pathname)
    }
    case 'account.changed':
      return comes(page, event.account as Account)
    case 'addresses.typed':
      return types(page, event.field as string, event.value as string)
    case 'addresses.blurred':
      await main.getByLabel(labels.city!).focus()
      return main.getByLabel(labels.city!).blur()
    case 'addresses.chooseCountry':
      return main.getByLabel('Country').selectOption(String(event.id ?? ''))
    case 'addresses.chooseRegion':
      return main.getByLabel('Region/State').selectOption(String(event.id))
    case 'addresses.retry':
      return main.getByRole('button', { name: 'Try again' }).click()
    case 'addresses.cancel':
      return cancels(page, context)
    case 'addresses.pick':
    case 'addresses.edit':
    case 'addresses.add':
    case 'addresses.submit':
      return control(page, event, before)!.click()
  }
  const call = calls[event.actorId as string]!
  if ('output' in event) return page.answers(call, { data: event.output })
  const { status, message } = event.error as Refusal
  return page.refuses(call, status, message)
}

/** The control for an event, if the page has it. */
function control({ page }: ModelPage, { type, addressId }: AnyEventObject, state: AnyMachineSnapshot) {
  const main = page.getByRole('main')
  switch (type) {
    case 'addresses.submit':
      return main.getByRole('button', { name: /^(Save|Saving…)$/ })
    case 'addresses.cancel':
      // it is a link: it leaves the page in every state
      return main.getByRole('button', { name: 'Cancel' })
    case 'addresses.add':
      return main.getByRole('button', { name: 'Add Address' })
    case 'addresses.pick':
      return main.getByRole('radio', { name: nameOf(contextOf(state), addressId) })
    case 'addresses.edit':
      return main.getByRole('button', { name: `Edit ${nameOf(contextOf(state), addressId)}` })
    default:
      return null
  }
}

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  const valueOf = (name: string) => main.querySelector<HTMLInputElement>(`[name$=".${name}"]`)?.value ?? null
  const radios = [...main.querySelectorAll<HTMLInputElement>('[type="radio"]')]
  const save = main.querySelector<HTMLButtonElement>('[type="submit"]')
  return {
    heading: main.querySelector('h1')?.textContent,
    form: main.querySelector('form[novalidate]') && {
      city: valueOf('city'),
      country: valueOf('country'),
      region: valueOf('region'),
      tried: main.querySelector('form[data-tried]') !== null,
    },
    choice: radios.map(({ value }) => value),
    picked: radios.find(({ checked }) => checked)?.value,
    saving: save === null ? null : save.textContent === 'Saving…',
    refused: main.querySelector('[role="alert"][tabindex]')?.textContent.trim(),
  }
}

const shownForm = (state: AnyMachineSnapshot) => {
  const { city, countryId, regionId } = addressFormOf(contextOf(state))
  return {
    city,
    country: String(countryId ?? ''),
    region: String(regionId ?? ''),
    tried: state.matches({ form: 'submitted' }),
  }
}

async function checkPage({ page }: ModelPage, state: AnyMachineSnapshot) {
  const context = contextOf(state)
  const { account: known, page: use, refused } = context
  const isThere = known !== null
  const addresses = isThere && !isForm(context) ? known.addresses : []
  await expect
    .poll(() => page.evaluate(read))
    .toEqual({
      heading: headings[use],
      form: isThere && isForm(context) ? shownForm(state) : null,
      choice: addresses.map(({ addressId }) => addressId),
      picked: addresses.length > 0 ? (pickedId(context) ?? undefined) : undefined,
      saving: isThere ? state.hasTag('busy') : null,
      refused: refused?.page === use ? refused.refusal.message : undefined,
    })
}

/** The suburbs can't be loaded: the one list that a form does not need, so that it shows 'Try again'. */
const hasNoSuburbs = ({ page }: ModelPage) => answerAlways(page, 'suburbs', { status: 409, json: { message: 'No.' } })

const walkOf = (walk: Pick<PageWalk, 'name' | 'model' | 'prepare'>): PageWalk => ({
  ...walk,
  model: only(walk.model, isOffered),
  actorPath: 'shop/addresses',
  answeredCalls: ['begin', 'createAddress', 'updateAddress'],
  causeEvent,
  checkPage,
  control,
})

export const addressesWalks: WalkedMachine = {
  machine: addressesMachine,
  walks: [
    walkOf({
      name: 'the address that bills',
      model: billingModel,
      async prepare(page) {
        await hasNoSuburbs(page)
        await visitsAsCustomer(page, pages.billing)
      },
    }),
    walkOf({
      name: 'where deliveries go',
      model: deliveryModel,
      async prepare(page) {
        await hasNoSuburbs(page)
        await visitsAsCustomer(page, '/manage-account/modify-account')
        await comes(page, account)
      },
    }),
  ],
}
