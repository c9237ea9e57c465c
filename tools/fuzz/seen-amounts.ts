import { lineCents, type CartLine } from '#contract/cart'
import { toCents } from '#contract/money'
import { priceOfQuantity } from '#contract/multi-buy-price'
import type { SeenLine } from '#contract/order'
import { cartIn, checkoutIn, orderIn, stepIn } from './invariants/invariant.ts'
import type { Page, SeenPrice, Tab, UserEvent } from './world.ts'

/** What the amount of a line follows from. */
const priceOf = ({ quantity, totalPrice, multiBuy }: SeenLine & Pick<CartLine, 'multiBuy'>): SeenPrice => ({
  cents: toCents(totalPrice) / quantity,
  multiBuy: multiBuy ?? null,
})

/** Whether a line is ordered at a price that the shopper has seen. */
export const isAtSeenPrice = (line: SeenLine, seen: readonly SeenPrice[]): boolean =>
  seen.some(({ cents, multiBuy }) => priceOfQuantity(cents, line.quantity, multiBuy) === lineCents(line))

/** Steps from which the review is opened with the current amounts. After an order that was not placed its amounts stay the reviewed ones. */
const stepsBefore: readonly unknown[] = ['details', 'delivery', 'payment']

const quantitiesOf = (lines: readonly SeenLine[]) =>
  new Map(lines.map(({ productId, quantity }) => [productId, quantity]))

/** The product of a command for the cart; undefined if the cart has no such line. */
const productOf = (page: Page, command: { productId?: number; lineId?: string }): number | undefined =>
  command.productId ?? cartIn(page).context.lines.find(({ id }) => id === command.lineId)?.productId

/** Records whose quantity the shopper changes in this tab. Such a change needs no acceptance, and no other tab's change. */
export function recordOwnChange(tab: Tab & { page: Page }, { to, event }: UserEvent): void {
  const productId = to === 'cart' ? productOf(tab.page, event as object) : undefined
  if (productId !== undefined) tab.changedHere.add(productId)
}

/** Records that the shopper sees these lines, and what they are about to change in this tab. */
function recordLines(tab: Tab, page: Page, lines: readonly SeenLine[]): void {
  tab.seenQuantities = quantitiesOf(lines)
  const pending = cartIn(page).context.pendingCommands.map(command => productOf(page, command as object))
  tab.changedHere = new Set(pending.filter(productId => productId !== undefined))
}

/**
 * Records prices and quantities of the review when it is opened, when the shopper accepts a change, and those that a refusal has
 * named.
 */
export function recordReview(tab: Tab & { page: Page }, isAccepted: boolean): void {
  const checkout = checkoutIn(tab.page)
  if (!checkout) return
  const { basket, conflicts } = checkout.context
  const step = stepIn(checkout)
  const isOpened = step === 'review' && stepsBefore.includes(tab.lastStep)
  const isOrdered = tab.lastStep === 'review' && orderIn(tab.page)!.context.pendingOrder !== null && step !== 'review'
  // without lines there is no review: the next lines are shown as a new one
  const isEmpty = step === 'review' && basket.lines.length === 0
  const areLinesNamed = conflicts.some(({ about }) => about === 'cart' || about === 'total')
  if (isOpened || isAccepted || isEmpty || areLinesNamed) recordLines(tab, tab.page, basket.lines)
  else if (isOrdered) recordLines(tab, tab.page, orderIn(tab.page)!.context.pendingOrder!.lines ?? [])
  for (const { about, productId } of conflicts) if (about === 'stock') tab.changedHere.add(productId!)
  tab.lastStep = step
  const { seenPrices } = tab
  // what is taken out of the cart and added again is new
  for (const productId of seenPrices.keys())
    if (!basket.lines.some(line => line.productId === productId)) seenPrices.delete(productId)
  for (const line of basket.lines) {
    const { productId } = line
    const seen = seenPrices.get(productId)
    const isNamed = conflicts.some(({ about, productId: named }) => about === 'price' && named === productId)
    if (step === 'review' && (isOpened || isAccepted)) seenPrices.set(productId, [priceOf(line)])
    else if (seen && isNamed) seenPrices.set(productId, [...seen, priceOf(line)])
  }
}

/** The review that a page load resumes, which may be older than the last one of the tab: its amounts are the seen ones. */
export function resumeReview(tab: Tab): void {
  const checkout = checkoutIn(tab.page!)
  tab.lastStep = checkout ? stepIn(checkout) : null
  const lines = checkout?.context.reviewed?.lines ?? []
  tab.seenPrices = new Map(lines.map(line => [line.productId, [priceOf(line)]]))
  recordLines(tab, tab.page!, lines)
}
