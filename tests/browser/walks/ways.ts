import { expect } from 'vitest'
import type { Customer } from '#machines/messages/customer'
import { nothingComesNear } from '../../kit/nothing-near.ts'
import { accountFor, settings } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'

/** Navigates as the browser's own buttons do, which needs no link; blurs the focused element first. */
export const enters = (page: ModelPage, path: string): Promise<void> =>
  page.page.evaluate(to => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    history.pushState({ key: to }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Follows a link to a path of the shop, which no page has to show. */
export const followsLink = (page: ModelPage, path: string): Promise<void> =>
  page.page.evaluate(to => {
    const link = document.createElement('a')
    link.href = to
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

/** Navigates to a path and waits for its page, so that the next action is not on the previous page. */
export async function comesTo(page: ModelPage, path: string, heading: string) {
  await enters(page, path)
  await seesHeading(page, heading)
}

/** A field of the page by its label. */
export const field = ({ page }: ModelPage, label: string) =>
  page.getByRole('main').getByLabel(label, { exact: true }).and(page.locator('input, select'))

/** Focuses a field and blurs it. */
export async function leaves(page: ModelPage, label: string) {
  await field(page, label).focus()
  await field(page, label).blur()
}

/** A button of the page's form, also under its name while it is pending. */
export const button = ({ page }: ModelPage, name: RegExp) => page.getByRole('main').getByRole('button', { name })

/** Clicks it, also if it is aria-disabled and explains itself on a click. */
export const presses = (page: ModelPage, name: RegExp) => button(page, name).click({ force: true })

/** The visible content of a form. */
export interface SeenForm {
  /** The names of non-empty fields, including ticked checkboxes. */
  filled: string[]
  /** The names of fields with an error message. */
  wrong: string[]
  /** The alert that says why the last attempt failed. */
  alert: string
  /** Whether a request is in flight. */
  busy: boolean
}

/** Runs in the page. Null without a form. */
function formInPage(): SeenForm | null {
  const form = document.querySelector<HTMLFormElement>('main form')
  if (!form) return null
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name]:not([hidden]), select[name]')]
  const names = (of: (one: HTMLInputElement) => boolean) =>
    fields
      .filter(of)
      .map(({ name }) => name)
      .toSorted()
  return {
    filled: names(one => (one.type === 'checkbox' ? one.checked : one.value !== '')),
    wrong: names(one => one.getAttribute('aria-invalid') === 'true'),
    alert: form.querySelector('[role="alert"]')?.textContent.trim() ?? '',
    busy: form.getAttribute('aria-busy') === 'true',
  }
}

/** Waits until the page's form looks like this; null for none. */
export const seesForm = ({ page }: ModelPage, form: Partial<SeenForm> | null) => {
  const seen = expect.poll(() => page.evaluate(formInPage), { message: 'the form' })
  if (form === null) return seen.toBeNull()
  return seen.toMatchObject({
    ...form,
    ...(form.filled && { filled: form.filled.toSorted() }),
    ...(form.wrong && { wrong: form.wrong.toSorted() }),
  })
}

/**
 * Whether a field comes after the field that is focused after an attempt and is untouched: moving there blurs
 * the focused one, and that is an event of its own.
 */
export const isPastFocus = (wrong: readonly string[], touched: readonly string[], field: unknown): boolean =>
  wrong[0] !== undefined && !touched.includes(wrong[0]) && field !== wrong[0]

/** Waits until a value read from the page is this one. */
export const waitsForValue = <T>(read: () => Promise<T>, wanted: T): Promise<void> => expect.poll(read).toBe(wanted)

/** Waits for the page's heading. */
export const seesHeading = ({ page }: ModelPage, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** A customer's token without a valid signature, for an hour; also runs in the page. */
export const tokenOf = ({ customerId, ...names }: Customer, now: number): string =>
  ['{}', JSON.stringify({ sub: customerId, ...names, exp: now / 1000 + 3_600 }), 'signed']
    .map(part => btoa(part))
    .join('.')

/** The time of the page's clock, in milliseconds. */
export const nowOf = ({ page }: ModelPage): Promise<number> => page.evaluate(() => Date.now())

/** The clock of a page that has not been visited. */
export const firstNow = Date.parse('2026-11-20T00:00:01Z')

/** Stores a token before the next page load; later ones keep what is stored then. */
export const startsWithToken = ({ page }: ModelPage, token: string) =>
  page.addInitScript(token => {
    if (sessionStorage.getItem('test.came')) return
    sessionStorage.setItem('test.came', 'yes')
    localStorage.setItem('shop.token', token)
  }, token)

/** The path of a page. */
export const pathOf = ({ page }: ModelPage): string => new URL(page.url()).pathname

/** Another tab stores or removes the token. This tab gets the event, and writes its journal before it is deleted. */
export const receivesToken = ({ page }: ModelPage, token: string | null): Promise<void> =>
  page.evaluate(token => {
    if (token === null) localStorage.removeItem('shop.token')
    else localStorage.setItem('shop.token', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'shop.token' }))
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
  }, token)

/** A customer logs in in another tab. */
export const logsInElsewhere = async (page: ModelPage, customer: Customer): Promise<void> =>
  receivesToken(page, tokenOf(customer, await nowOf(page)))

/** The gateway's data of a customer, as in the response to a login or to the start of a visit. */
export const keptOf = (customer: Customer) => {
  const { info, addresses } = accountFor(customer)
  return { customerInfo: info, billingAddress: addresses[0]!, addresses }
}

/** Answers the start of a visit, for a guest or a customer. */
export const beginsFor = (page: ModelPage, customer: Customer | null, lines: readonly object[] = []) => {
  const kept = customer && keptOf(customer)
  const flag = (is: boolean) => (is ? 'T' : 'F')
  return page.answers('begin', {
    shoppingCart: lines,
    customerInfo: kept?.customerInfo ?? null,
    billingAddress: kept?.billingAddress ?? null,
    deliveryAddress: kept?.addresses ?? [],
    limitAreaShipping: flag(settings.limitAreaShipping),
    receivedOnlinePayment: flag(settings.receivedOnlinePayment),
    calculateDeliveyFee: flag(settings.calculateDeliveryFee),
    deliveryFee: String(settings.deliveryFee),
    minimumOrderLimit: String(settings.minimumOrderLimit),
  })
}

/** Keeps the rows of the home page from coming near the view. */
export const keepsRowsAway = ({ page }: ModelPage) => page.addInitScript(nothingComesNear)
