import { checkoutIn, orderIn, shopIn, stepIn } from './invariants/invariant.ts'
import { recordReview } from './seen-amounts.ts'
import { runningTabs, type Page, type Tab, type World } from './world.ts'

/** Records what the shopper has seen, for later checks. */
export function recordProgress(world: World): void {
  for (const tab of runningTabs(world)) {
    recordOrders(world, tab)
    recordReview(tab, false)
  }
}

/** Records the outcome of orders. */
function recordOrders({ store }: World, tab: Tab & { page: Page }): void {
  const { page } = tab
  const { left } = shopIn(page).context
  // after a logout the checkout starts fresh and says nothing about an earlier payment
  if (left !== page.logouts) page.lastOrderKey = tab.paidKey = null
  page.logouts = left
  const checkout = checkoutIn(page)
  if (!checkout || stepIn(checkout) !== 'placed') return
  const shown = store.placed.find(({ order }) => order.orderId === orderIn(page)!.context.receipt!.orderId)
  if (shown) page.placedKeys.push(shown.requestId)
}
