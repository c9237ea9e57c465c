import { toCents } from '#contract/money'
import type { SeenLine } from '#contract/order'
import { checkoutIn, stepIn } from './invariants/invariant.ts'
import type { Page, Tab } from './world.ts'

/** The unit price of a line, in cents. */
export const unitPriceOf = ({ quantity, totalPrice }: SeenLine): number => toCents(totalPrice) / quantity

/** Steps from which the review is opened with the current amounts. After an order that was not placed its amounts stay the reviewed ones. */
const stepsBefore: readonly unknown[] = ['details', 'delivery', 'payment']

/** Records the prices of the review when it is opened, when the shopper accepts a change, and those that a refusal has named. */
export function recordReview(tab: Tab & { page: Page }, isAccepted: boolean): void {
  const checkout = checkoutIn(tab.page)
  if (!checkout) return
  const { basket, conflicts } = checkout.context
  const step = stepIn(checkout)
  const isOpened = step === 'review' && stepsBefore.includes(tab.lastStep)
  tab.lastStep = step
  const { seenPrices } = tab
  // what is taken out of the cart and added again is new
  for (const productId of seenPrices.keys())
    if (!basket.lines.some(line => line.productId === productId)) seenPrices.delete(productId)
  for (const line of basket.lines) {
    const { productId } = line
    const seen = seenPrices.get(productId)
    const isNamed = conflicts.some(({ about, productId: named }) => about === 'price' && named === productId)
    if (step === 'review' && (isOpened || isAccepted)) seenPrices.set(productId, [unitPriceOf(line)])
    else if (seen && isNamed) seenPrices.set(productId, [...seen, unitPriceOf(line)])
  }
}

/** The review that a page load resumes, which may be older than the last one of the tab: its prices are the seen ones. */
export function resumeReview(tab: Tab): void {
  const checkout = checkoutIn(tab.page!)
  tab.lastStep = checkout ? stepIn(checkout) : null
  const lines = checkout?.context.reviewed?.lines ?? []
  tab.seenPrices = new Map(lines.map(line => [line.productId, [unitPriceOf(line)]]))
}
