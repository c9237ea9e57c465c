import { accountRoutes } from './account.ts'
import { addressRoutes } from './address-book.ts'
import { bulkAddRoutes } from './bulk-add.ts'
import { placeRoutes } from './places.ts'
import { cartRoutes } from './cart.ts'
import { changeLineRoute } from './line-choice.ts'
import { couponRoutes } from './coupon.ts'
import { newsletterRoutes } from './customer.ts'
import { deliveryRoutes } from './delivery.ts'
import { favouriteRoutes } from './favourites.ts'
import { openingHoursRoutes } from './opening-hours.ts'
import { orderAttemptRoutes, orderRoutes } from './order.ts'
import { orderChangeRoutes } from './order-change.ts'
import { orderProblemRoutes } from './order-problem.ts'
import { ownOrderRoutes } from './own-order.ts'
import { paymentRoutes } from './payment.ts'
import { catalogueRoutes, productRoutes } from './product.ts'
import { revisionRoutes } from './revisions.ts'
import { sessionRoutes } from './settings.ts'
import { sharedListRoutes } from './shared-lists.ts'
import { slotRoutes } from './slots.ts'
import { shoppingListRoutes } from './shopping-lists.ts'
import { stockNoticeRoutes } from './stock-notices.ts'
import { suggestionRoutes } from './suggestions.ts'
import { usualsRoutes } from './usuals.ts'

/**
 * Every call that the shop makes and the reference gateway serves. The shop imports each call from its subject's file
 * instead, so that a page contains only the calls that it makes.
 */
export const routes = {
  ...catalogueRoutes,
  ...placeRoutes,
  ...productRoutes,
  ...suggestionRoutes,
  ...cartRoutes,
  changeLine: changeLineRoute,
  ...bulkAddRoutes,
  ...couponRoutes,
  ...favouriteRoutes,
  ...shoppingListRoutes,
  ...sharedListRoutes,
  ...revisionRoutes,
  ...sessionRoutes,
  ...newsletterRoutes,
  ...stockNoticeRoutes,
  ...accountRoutes,
  ...addressRoutes,
  ...deliveryRoutes,
  ...slotRoutes,
  ...openingHoursRoutes,
  ...orderRoutes,
  ...orderAttemptRoutes,
  ...ownOrderRoutes,
  ...orderChangeRoutes,
  ...orderProblemRoutes,
  ...usualsRoutes,
  ...paymentRoutes,
} as const
