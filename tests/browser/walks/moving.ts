import type { Refusal } from '#contract/refusal'
import { mai } from '../../kit/outcomes.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { startsWithToken, firstNow, tokenOf } from './ways.ts'

/** Begins the visit of a customer who logged in before. */
export async function visitsAsCustomer(page: ModelPage, path: string) {
  await startsWithToken(page, tokenOf(mai, firstNow))
  await page.visits(path, null)
}

/** Follows a link of the account's side menu. */
export const followsMenu = ({ page }: ModelPage, path: string) =>
  page.getByRole('navigation', { name: 'Manage Account' }).locator(`a[href="${path}"]`).first().click()

/** Responds with an HTTP error status. For lists, a `statusCode` in the body alone would be an empty list. */
export async function refusesByStatus(page: ModelPage, call: Call, { status, message, retryAfter }: Refusal) {
  const headers: Record<string, string> = retryAfter ? { 'retry-after': String(retryAfter / 1_000) } : {}
  await (await page.taken(call)).fulfill({ status, headers, json: { message } })
}

/** Aborts the call, whose response is no longer awaited. */
export const dropsCall = (page: ModelPage, call: Call) => page.taken(call)
