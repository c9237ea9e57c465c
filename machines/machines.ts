import { addressesMachine } from './account/addresses.ts'
import { profileMachine } from './account/profile.ts'
import { placesMachine } from './address/places.ts'
import { bulkAddMachine } from './bulk-add/bulk-add.ts'
import { cartMachine } from './cart/cart.ts'
import { catalogueMachine } from './catalogue/catalogue.ts'
import { listMachine } from './catalogue/list.ts'
import { rowsMachine } from './catalogue/rows.ts'
import { checkoutMachine } from './checkout/checkout.ts'
import { lockMachine } from './checkout/lock.ts'
import { deliveryPlaceMachine } from './delivery-place/delivery-place.ts'
import { favouritesMachine } from './favourites/favourites.ts'
import { menusMachine } from './menus/menus.ts'
import { newsletterMachine } from './newsletter/newsletter.ts'
import { orderChangeMachine } from './order-change/order-change.ts'
import { orderProblemMachine } from './order-problem/order-problem.ts'
import { orderAttemptMachine } from './orders/order-attempt.ts'
import { ownOrderMachine } from './orders/own-order.ts'
import { ordersMachine } from './orders/orders.ts'
import { lookupMachine } from './parts/lookup.ts'
import { forgottenMachine } from './password/forgotten.ts'
import { passwordMachine } from './password/password.ts'
import { resetMachine } from './password/reset.ts'
import { paymentMachine } from './payment/payment.ts'
import { productMachine } from './product/product.ts'
import { registrationMachine } from './registration/registration.ts'
import { searchMachine } from './search/search.ts'
import { suggestionsMachine } from './suggestions/suggestions.ts'
import { slotsMachine } from './slots/slots.ts'
import { loginMachine } from './session/login.ts'
import { sessionMachine } from './session/session.ts'
import { sharedListMachine } from './shopping-lists/shared-list.ts'
import { shoppingListsMachine } from './shopping-lists/shopping-lists.ts'
import { shippingMachine } from './shipping/shipping.ts'
import { usualsMachine } from './usuals/usuals.ts'

/**
 * The list of machines: every machine below the root, `shop`, by its id. Its source is `<folder>/<id>.ts`, with
 * hyphens for capitals. Diagrams, the
 * inspector, model tests and walks iterate it. The first load never imports it: it holds the code of every page.
 */
export const machinesBelowShop = {
  session: sessionMachine,
  cart: cartMachine,
  checkout: checkoutMachine,
  lock: lockMachine,
  slots: slotsMachine,
  deliveryPlace: deliveryPlaceMachine,
  orderAttempt: orderAttemptMachine,
  payment: paymentMachine,
  login: loginMachine,
  registration: registrationMachine,
  forgotten: forgottenMachine,
  reset: resetMachine,
  profile: profileMachine,
  password: passwordMachine,
  addresses: addressesMachine,
  orders: ordersMachine,
  ownOrder: ownOrderMachine,
  orderChange: orderChangeMachine,
  orderProblem: orderProblemMachine,
  bulkAdd: bulkAddMachine,
  favourites: favouritesMachine,
  shoppingLists: shoppingListsMachine,
  sharedList: sharedListMachine,
  usuals: usualsMachine,
  list: listMachine,
  rows: rowsMachine,
  product: productMachine,
  shipping: shippingMachine,
  catalogue: catalogueMachine,
  places: placesMachine,
  lookup: lookupMachine,
  menus: menusMachine,
  search: searchMachine,
  suggestions: suggestionsMachine,
  newsletter: newsletterMachine,
}
