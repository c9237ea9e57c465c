import type { AnyEventObject } from 'xstate'
import type { Refusal } from '#contract/refusal'
import type { Call } from '../gateway.ts'
import type { ModelPage } from '../page-model.ts'

/** Runs in the page: a customer's token, as far as a shop can tell. */
function keepToken() {
  const claims = { sub: 'mai', firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', exp: 4e9 }
  localStorage.setItem('shop.token', ['{}', JSON.stringify(claims), 'signed'].map(part => btoa(part)).join('.'))
}

/** Begins the visit of somebody who has logged in before. */
export async function visitsAsCustomer(page: ModelPage, path: string) {
  await page.page.addInitScript(keepToken)
  await page.visits(path, null)
}

/** Brings the page to an address as somebody does who goes back or forth: no link has to be in sight. */
export const turnsTo = ({ page }: ModelPage, address: string) =>
  page.evaluate(to => {
    history.pushState({ usr: null, key: to }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Follows a link of the account's side menu. */
export const followsMenu = ({ page }: ModelPage, path: string) =>
  page.getByRole('navigation', { name: 'Manage Account' }).locator(`a[href="${path}"]`).first().click()

/** Answers with an HTTP status that says no. Where lists are asked for, a `statusCode` alone is an empty one. */
export async function refusesByStatus(page: ModelPage, call: Call, { status, message, retryAfter }: Refusal) {
  const headers: Record<string, string> = retryAfter ? { 'retry-after': String(retryAfter / 1_000) } : {}
  await (await page.taken(call)).fulfill({ status, headers, json: { message } })
}

/** Whoever made a call does not wait for it any more. */
export const letsGo = (page: ModelPage, call: Call) => page.taken(call)

/**
 * A lookup ends with what was asked for, or with why not: it never fails, and nothing on a page makes it. What a chart does
 * in that case is kept, so that it goes on should there ever be a mistake in the lookup, and is said to the chart here.
 */
export async function failsLookup(page: ModelPage, call: Call, address: string, event: AnyEventObject) {
  await letsGo(page, call)
  await page.sends(address, event)
}
