import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { NewPayment } from '#contract/payment'
import type { PaymentEnvironment } from '#src/effects/payment-settings.ts'
import { anotherBuys, type Wanted } from './buying-shopper.ts'
import { callIn, type Call } from './browser-gateway.ts'
import { openShop, type Shopper, type ShopperOptions } from './shopper.ts'
import { shopUrl } from './test-location.ts'

/** The buttons of the sandbox's window. */
export type Choice = 'Approve' | 'Approve slowly' | 'Decline' | 'Cancel'

/** The payer's cart, and its total with delivery to Eastwood. */
export const giftBox = { cart: [[1007, 1]], total: '41.90' } as const
export const pearlTea = { cart: [[806, 3]], total: '41.60' } as const
export const basmati = { cart: [[110, 2]], total: '43.70' } as const
export const ginseng = { cart: [[1014, 1]], total: '47.90' } as const
export const mooncakes = { cart: [[1001, 1]], total: '43.90' } as const

/** An order at the provider, as the sandbox shows it. */
interface ProvidersOrder {
  intent: 'AUTHORIZE' | 'CAPTURE'
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  purchase_units: { amount: { value: string; currency_code: string }; payments: { captures: { status: string }[] } }[]
}

/** The provider's record of a shopper: every order that their browser received. */
export class ProviderOrders {
  readonly ids = new Set<string>()

  constructor(page: Page) {
    page.context().on('request', request => {
      const found = /\/sandbox\/paypal\/(?:approve\?token=|orders\/)([\w-]+)|\/payment\/order\/([^/]+)\//.exec(
        request.url(),
      )
      if (found) this.ids.add((found[1] ?? found[2])!)
    })
  }

  /** The orders so far, as 'authorize 43.90 AUD: captured'; 'held' if authorized and not captured. */
  look = () => Promise.all([...this.ids].map(wordsOn))

  /** Waits until the provider has exactly these orders. */
  holds = (...what: string[]) =>
    expect
      .poll(async () => (await this.look()).toSorted(), { message: 'the provider’s books' })
      .toEqual(what.toSorted())
}

async function wordsOn(id: string): Promise<string> {
  const response = await fetch(`${shopUrl()}/sandbox/paypal/orders/${id}`)
  const { intent, status, purchase_units: units } = (await response.json()) as ProvidersOrder
  const { amount, payments } = units[0]!
  const capture = { COMPLETED: 'captured', REFUNDED: 'refunded' }[payments.captures[0]?.status ?? '']
  const is = capture ?? (status === 'COMPLETED' ? 'held' : status.toLowerCase())
  return `${intent.toLowerCase()} ${amount.value} ${amount.currency_code}: ${is}`
}

/** A shopper at the payment step, and the provider's record. */
export interface Payer {
  shopper: Shopper
  provider: ProviderOrders
}

/** Opens a browser in a shop built with these payment settings. */
export async function openPayer(options: ShopperOptions = {}, environment: PaymentEnvironment = {}): Promise<Payer> {
  const shopper = await openShop({ cart: mooncakes.cart, ...options })
  await setUp(shopper, environment)
  return { shopper, provider: new ProviderOrders(shopper.page) }
}

/** The same payer in another tab. */
export const opensTab = async ({ shopper, provider }: Payer): Promise<Payer> => ({
  shopper: await shopper.opensTab(),
  provider,
})

/** Goes through the checkout to the provider's button. */
export async function comesToPay(options: ShopperOptions = {}, environment: PaymentEnvironment = {}): Promise<Payer> {
  const payer = await openPayer(options, environment)
  await reviewsOnline(payer.shopper)
  return payer
}

/** The shop behaves as if it were built with these variables: Vite writes them into the code. */
export async function setUp(shopper: Shopper, environment: PaymentEnvironment) {
  if (Object.keys(environment).length === 0) return
  await shopper.page.context().route('**/assets/checkout-*.js', async route => {
    const code = await (await route.fetch()).text()
    const built = /\{BASE_URL:[^{}]*\}/g
    if (!built.test(code)) throw new Error('The checkout’s code does not hold the environment of its build')
    const body = code.replaceAll(built, one => `{...${one},...${JSON.stringify(environment)}}`)
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** Goes through the checkout to the payment step; a customer's details are filled in. */
export async function comesToPayment(shopper: Shopper, details: 'filled in' | 'to fill in' = 'to fill in') {
  await shopper.checksOut()
  if (details === 'to fill in') await shopper.fillsDetails()
  await shopper.continues('Delivery')
  await shopper.continues('Payment')
}

/** Goes through the checkout until the provider's button can be pressed. */
export async function reviewsOnline(shopper: Shopper) {
  await comesToPayment(shopper)
  await choosesOnline(shopper)
  await shopper.continues('Review')
  await mayPay(shopper)
}

/** Chooses to pay online. */
export const choosesOnline = ({ main }: Shopper) => main.getByText('Pay online', { exact: true }).click()

/** The provider's button. */
export const payButton = ({ main }: Shopper) => main.getByRole('button', { name: /^Pay with/ })

/** Waits until the provider's button can be pressed. */
export const mayPay = (shopper: Shopper) => payButton(shopper).and(shopper.page.locator(':enabled')).waitFor()

/** Presses the provider's button; the window that opens has the order to approve. */
export async function opensWindow(
  shopper: Shopper,
  press: () => Promise<unknown> = () => payButton(shopper).click(),
): Promise<Page> {
  const [window] = await Promise.all([shopper.page.waitForEvent('popup'), press()])
  await window.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor()
  return window
}

/** Acts in a window that may close before the action resolves. */
export const mayClose = (window: Page, done: Promise<unknown>): Promise<unknown> =>
  done.catch((error: unknown) => {
    if (!window.isClosed()) throw error
  })

/** Chooses in the provider's window. */
export const chooses = (window: Page, choice: Choice | 'Use this address') =>
  mayClose(window, window.getByRole('button', { name: choice, exact: true }).click())

/** Pays: presses the button, and chooses in the window. */
export async function pays(shopper: Shopper, choice: Choice = 'Approve') {
  await chooses(await opensWindow(shopper), choice)
}

/** Waits until a window is closed. */
export const isGone = (window: Page) => expect.poll(() => window.isClosed(), { message: 'the window' }).toBe(true)

/** Pays in another way, and sees the order. */
export async function paysOnDelivery(shopper: Shopper) {
  await shopper.main.getByText('Pay on delivery', { exact: true }).click()
  await shopper.continues('Review')
  await shopper.mayPlace()
  await shopper.placesOrder()
  await shopper.seesOrder()
  await shopper.sees('Pay on delivery')
}

/** Reads an alert: its words are there, and the focus is on it. */
export async function isTold(shopper: Shopper, words: string | RegExp) {
  const alert = shopper.main.getByRole('alert').filter({ hasText: words })
  await alert.waitFor()
  await expect
    .poll(() => alert.evaluate(one => one.contains(document.activeElement)), { message: 'the alert has the focus' })
    .toBe(true)
}

/** The URL of the provider's script. */
export const script = /\/sandbox\/paypal\/sdk\.js/

/** Types a shipping address into the window, and reads the window's message. */
export async function ships(window: Page, city: string, postCode: string, verdict: string) {
  await window.getByLabel('Suburb/City').fill(city)
  await window.getByLabel('State').fill('NSW')
  await window.getByLabel('Post code').fill(postCode)
  await window.getByRole('button', { name: 'Use this address' }).click()
  await window.getByText(verdict).waitFor()
}

/** Reconciles a payment without answers until the storefront stops retrying automatically. */
export async function staysUnanswered({ main }: Shopper) {
  const unanswered = main.getByText('The shop isn’t answering yet. Check your connection, then ask again.')
  const button = main.getByRole('button', { name: 'Ask again' })
  const isUnanswered = async () => {
    if (await unanswered.isVisible()) return true
    if (await button.isVisible()) await button.click()
    return false
  }
  await expect.poll(isUnanswered, { message: 'the shop does not answer', interval: 100 }).toBe(true)
}

/** The bodies of a call. */
const sentTo = <Body>({ requests }: Shopper, call: Call): Body[] =>
  requests.filter((one: Request) => callIn(one) === call).map(one => one.postDataJSON() as Body)

/** The bodies of the created payments. */
export const paymentsSent = (shopper: Shopper) => sentTo<NewPayment>(shopper, 'beginPayment')

/** The idempotency keys of payments and orders, without repetition. */
export const keysOf = (shopper: Shopper): string[] => [
  ...new Set([...paymentsSent(shopper), ...shopper.ordersSent].map(({ requestId }) => requestId)),
]

/** Goods that no other test buys; the stock of one of them is limited. */
const goods: readonly Wanted[] = [
  [309, 5],
  [601, 3],
  [201, 6],
  [301, 7],
  [307, 6],
  [313, 4],
  [820, 3],
  [106, 2],
]
const tally = { turn: 0, last: 0 }

/** The number of orders placed since the last call. Order numbers are consecutive: places one more order to read the next. */
export async function newOrders(): Promise<number> {
  const { orderNumber } = await anotherBuys([goods[tally.turn++ % goods.length]!])
  const since = Number(orderNumber) - tally.last - 1
  tally.last = Number(orderNumber)
  return since
}
