import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CartLine } from '#contract/cart'
import type { Settings } from '#contract/settings'
import { accountFor, mai, riceLine, savedAddress, settings } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'

const list = '/main/product-list/0'
const checkout = '/check-out'

/** Another address that the customer has saved. */
export const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }
/** The gateway's data of the customer in the walk. */
export const account = { ...accountFor(mai), addresses: [savedAddress, home] }
/** The delivery fee. */
export const asksNoFee: Settings = { ...settings, calculateDeliveryFee: false }
/** The customer's cart. */
export const lines: CartLine[] = [riceLine]

/** Runs in the page before the shop does: logs a customer in. */
function keepToken(customer: typeof mai) {
  const claims = { ...customer, sub: customer.customerId, exp: 4e9 }
  localStorage.setItem('shop.token', ['{}', JSON.stringify(claims), 'signed'].map(part => btoa(part)).join('.'))
}

const flag = (is: boolean) => (is ? 'T' : 'F')

/** The gateway's responses at the start of a visit. */
const beginning = (known: Settings, cart: readonly CartLine[]) => ({
  shoppingCart: cart,
  customerInfo: account.info,
  billingAddress: savedAddress,
  deliveryAddress: [home],
  limitAreaShipping: flag(known.limitAreaShipping),
  receivedOnlinePayment: flag(known.receivedOnlinePayment),
  calculateDeliveyFee: flag(known.calculateDeliveryFee),
  deliveryFee: String(known.deliveryFee),
  minimumOrderLimit: String(known.minimumOrderLimit),
})

/** Settings, account and cart arrive again; if they were not requested, another tab causes the request. */
export async function answersBeginning(page: ModelPage, known: Settings, cart = lines) {
  if (!page.isPending('begin')) await page.receivesSessionChange()
  await page.answers('begin', beginning(known, cart))
}

/** A customer opens the shop with a filled cart. */
export async function comes(page: ModelPage, known: Settings) {
  await page.page.addInitScript(keepToken, mai)
  await page.visits(list, 'session-1')
  await answersBeginning(page, known)
  await seesCart(page, '1 item(s) - $ 15.90')
}

/** Another tab has changed the cart. */
export async function cartBecomes(page: ModelPage, cart: readonly CartLine[]) {
  await page.receivesCartChange()
  await page.answers('cart', { listData: cart })
}

/** After an order there is another cart, in a session of its own. */
export async function fillsCart(page: ModelPage, known: Settings) {
  const sessionId = `session-${randomUUID()}`
  await page.page.evaluate(next => localStorage.setItem('shop.session', next), sessionId)
  const cart = lines.map(line => ({ ...line, sessionId }))
  await answersBeginning(page, known, cart)
  // this browser has no cart and the gateway has one: the shop reads the cart again
  await page.answers('cart', { listData: cart })
  await seesCart(page, '1 item(s) - $ 15.90')
}

const seesCart = ({ page }: ModelPage, text: string) =>
  expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByText(/item\(s\) - \$/)
        .first()
        .textContent(),
    )
    .toBe(text)

/** Changes the URL, as the browser's Back does. */
export const turnsTo = ({ page }: ModelPage, to: string) =>
  page.evaluate(to => {
    history.pushState({ key: to }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, to)

/** Opens the checkout page, also for the second time. */
export async function opensCheckout(page: ModelPage) {
  await turnsTo(page, checkout)
  await page.page.getByRole('heading', { level: 1, name: /^(Checkout|Thank you)/ }).waitFor()
}

const main = ({ page }: ModelPage) => page.getByRole('main')

/** Opens the checkout by a link of the shop. */
export async function goesToCheckout(page: ModelPage) {
  await page.goes('/cart')
  await main(page).getByRole('link', { name: 'Checkout' }).first().click()
  await page.page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
}

/** Reloads the page; the shop requests the start of the visit again. */
export async function reloads(page: ModelPage, known: Settings) {
  return comesBack(page, known, () => page.page.reload())
}

async function comesBack(page: ModelPage, known: Settings, load: () => Promise<unknown>) {
  await page.loads(load)
  await answersBeginning(page, known)
  await seesCart(page, '1 item(s) - $ 15.90')
}

/** Leaves the page, and opens it again 20 minutes later. */
export async function returnsLater(page: ModelPage, known: Settings) {
  const url = page.page.url()
  const now = await page.page.evaluate(() => Date.now())
  await page.page.goto(new URL('/robots.txt', url).href)
  // requests of the unloaded page get no response
  for (const call of ['placeOrder', 'authorizePayment'] as const)
    while (page.isPending(call)) await (await page.taken(call)).abort().catch(() => {})
  await page.page.clock.setSystemTime(now + 20 * 60_000)
  return comesBack(page, known, () => page.page.goto(url))
}

/** Presses 'Continue' in the open step. */
export const continues = (page: ModelPage) => main(page).getByRole('button', { name: 'Continue', exact: true }).click()

/** Waits until a step is open. */
export const isAt = ({ page }: ModelPage, title: string) =>
  page.locator('main header[aria-current="step"]').getByRole('heading', { name: title, exact: true }).waitFor()

/** Chooses one card of a radio group. */
export const chooses = (page: ModelPage, title: string) => main(page).getByText(title, { exact: true }).click()

/** The page's content, read in one call. */
export interface Look {
  /** Headings of the page and of what replaces the steps. */
  headings: string[]
  /** The open step; null without one. */
  open: string | null
  /** The 'Edit' buttons. */
  edits: string[]
  /** Names of the buttons that can be pressed. */
  buttons: string[]
  /** Titles of the cards that are chosen. */
  chosen: string[]
  statuses: string[]
  /** The whole text. */
  text: string
  /** The amounts of the summary, by name. */
  sums: Record<string, string>
  /** The focused element: 'alert' for anything within one, else its text. */
  focus: string
}

/** Runs in the page. */
function read(): Look {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)]
  const words = (one: Element) => (one.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const seen = (one: HTMLElement) => one.checkVisibility()
  const open = document.querySelector('main header[aria-current="step"] h2')
  const isFree = (one: HTMLElement) =>
    !(one as HTMLButtonElement).disabled && one.getAttribute('aria-disabled') !== 'true'
  const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? words(one)
  const focused = document.activeElement
  return {
    headings: all('h1, section.panel h2, h3').filter(seen).map(words),
    open: open && words(open),
    edits: all('button[aria-label^="Edit "]').map(nameOf),
    buttons: all('button').filter(seen).filter(isFree).map(nameOf),
    chosen: all('label:has(input[type="radio"]:checked) b').map(words),
    statuses: all('[role="status"]').map(words).filter(Boolean),
    focus: focused?.closest('[role="alert"]') ? 'alert' : focused ? words(focused) : '',
    text: words(document.querySelector('main')!),
    sums: Object.fromEntries(
      all('aside dl > div').map(({ children: [name, amount] }) => [
        words(name!).replace(/ was .*/, ''),
        words(amount!),
      ]),
    ),
  }
}

export const looks = ({ page }: ModelPage): Promise<Look> => page.evaluate(read)

/** Waits until the page has no differences. */
export const seesAll = (page: ModelPage, missing: (look: Look) => string[]) =>
  expect.poll(async () => missing(await looks(page)), { message: 'differences between page and state' }).toEqual([])

/** Returns the names of the failed checks. */
export const missed = (wanted: Record<string, boolean>): string[] => Object.keys(wanted).filter(name => !wanted[name])
