import { billingModel, deliveryModel } from './addresses.model.ts'
import { couponModel, linesModel } from './cart.model.ts'
import { catalogueModel } from './catalogue.model.ts'
import {
  choicesModel,
  feeModel,
  methodsModel,
  orderModel,
  quotingModel,
  reviewedModel,
  stepsModel,
  tabModel,
  slotModel,
} from './checkout.model.ts'
import {
  addAllModel,
  choiceModel,
  guestModel as listsGuestModel,
  joinModel,
  panelModel,
  copyModel,
  linkModel,
  listsModel,
  pageModel as listsPageModel,
} from './shopping-lists.model.ts'
import { addProductModel, discardModel, orderChangeModel } from './order-change.model.ts'
import { orderProblemModel, photographModel } from './order-problem.model.ts'
import { ownOrderModel } from './own-order.model.ts'
import { sharedListModel } from './shared-list.model.ts'
import { usualsModel } from './usuals.model.ts'
import { bulkAddModel } from './bulk-add.model.ts'
import { guestModel, listModel as savedListModel, pageModel as savedPageModel } from './favourites.model.ts'
import { deliveryPlaceModel } from './delivery-place.model.ts'
import { forgottenModel } from './forgotten.model.ts'
import type { Model } from '#tools/walks/graph'
import { listModel } from './list.model.ts'
import { lockModel } from './lock.model.ts'
import { loginModel } from './login.model.ts'
import { lookupModel } from './lookup.model.ts'
import { menusModel } from './menus.model.ts'
import { newsletterModel } from './newsletter.model.ts'
import { attemptModel as orderAttemptModel, handoverModel } from './order-attempt.model.ts'
import { ordersModel } from './orders.model.ts'
import { passwordModel } from './password.model.ts'
import { buttonModel, attemptModel, releaseModel } from './payment.model.ts'
import { slotsModel } from './slots.model.ts'
import { placesModel } from './places.model.ts'
import { productModel, stockNoticeModel } from './product.model.ts'
import { profileModel } from './profile.model.ts'
import { registrationModel } from './registration.model.ts'
import { resetModel } from './reset.model.ts'
import { rowsModel } from './rows.model.ts'
import { searchModel } from './search.model.ts'
import { sessionModel } from './session.model.ts'
import { shippingModel } from './shipping.model.ts'
import { shopModel } from './shop.model.ts'
import { suggestionsModel } from './suggestions.model.ts'

/** A model of a machine, or of a part of it. */
export interface Modelled {
  /** The machine's id. */
  machine: string
  /** The part of the machine: `lines`, `coupon`; the machine's id if it has only one model. */
  name: string
  model: Model
}

/** Every model. Those of a machine together take all of its transitions. */
export const models: readonly Modelled[] = [
  { machine: 'cart', name: 'lines', model: linesModel },
  { machine: 'cart', name: 'coupon', model: couponModel },
  { machine: 'checkout', name: 'steps', model: stepsModel },
  { machine: 'checkout', name: 'choices', model: choicesModel },
  { machine: 'checkout', name: 'order', model: orderModel },
  { machine: 'checkout', name: 'tab', model: tabModel },
  { machine: 'checkout', name: 'fee', model: feeModel },
  { machine: 'checkout', name: 'quoting', model: quotingModel },
  { machine: 'checkout', name: 'reviewed', model: reviewedModel },
  { machine: 'checkout', name: 'methods', model: methodsModel },
  { machine: 'checkout', name: 'slot', model: slotModel },
  { machine: 'lock', name: 'lock', model: lockModel },
  { machine: 'slots', name: 'slots', model: slotsModel },
  { machine: 'deliveryPlace', name: 'deliveryPlace', model: deliveryPlaceModel },
  { machine: 'orderAttempt', name: 'attempt', model: orderAttemptModel },
  { machine: 'orderAttempt', name: 'handover', model: handoverModel },
  { machine: 'payment', name: 'button', model: buttonModel },
  { machine: 'payment', name: 'attempt', model: attemptModel },
  { machine: 'payment', name: 'release', model: releaseModel },
  { machine: 'registration', name: 'registration', model: registrationModel },
  { machine: 'menus', name: 'menus', model: menusModel },
  { machine: 'list', name: 'list', model: listModel },
  { machine: 'product', name: 'product', model: productModel },
  { machine: 'product', name: 'stock notice', model: stockNoticeModel },
  { machine: 'shipping', name: 'shipping', model: shippingModel },
  { machine: 'catalogue', name: 'catalogue', model: catalogueModel },
  { machine: 'lookup', name: 'lookup', model: lookupModel },
  { machine: 'places', name: 'places', model: placesModel },
  { machine: 'rows', name: 'rows', model: rowsModel },
  { machine: 'search', name: 'search', model: searchModel },
  { machine: 'suggestions', name: 'suggestions', model: suggestionsModel },
  { machine: 'newsletter', name: 'newsletter', model: newsletterModel },
  { machine: 'favourites', name: 'guest', model: guestModel },
  { machine: 'favourites', name: 'list', model: savedListModel },
  { machine: 'favourites', name: 'page', model: savedPageModel },
  { machine: 'shoppingLists', name: 'guest', model: listsGuestModel },
  { machine: 'shoppingLists', name: 'lists', model: listsModel },
  { machine: 'shoppingLists', name: 'choice', model: choiceModel },
  { machine: 'shoppingLists', name: 'page', model: listsPageModel },
  { machine: 'shoppingLists', name: 'panel', model: panelModel },
  { machine: 'shoppingLists', name: 'join', model: joinModel },
  { machine: 'shoppingLists', name: 'addAll', model: addAllModel },
  { machine: 'shoppingLists', name: 'link', model: linkModel },
  { machine: 'shoppingLists', name: 'copy', model: copyModel },
  { machine: 'sharedList', name: 'list', model: sharedListModel },
  { machine: 'orders', name: 'orders', model: ordersModel },
  { machine: 'ownOrder', name: 'page', model: ownOrderModel },
  { machine: 'orderChange', name: 'draft', model: orderChangeModel },
  { machine: 'orderChange', name: 'product', model: addProductModel },
  { machine: 'orderChange', name: 'discard', model: discardModel },
  { machine: 'orderProblem', name: 'report', model: orderProblemModel },
  { machine: 'orderProblem', name: 'photograph', model: photographModel },
  { machine: 'bulkAdd', name: 'order', model: bulkAddModel },
  { machine: 'usuals', name: 'page', model: usualsModel },
  { machine: 'addresses', name: 'billing', model: billingModel },
  { machine: 'addresses', name: 'delivery', model: deliveryModel },
  { machine: 'session', name: 'session', model: sessionModel },
  { machine: 'shop', name: 'shop', model: shopModel },
  { machine: 'login', name: 'login', model: loginModel },
  { machine: 'forgotten', name: 'forgotten', model: forgottenModel },
  { machine: 'reset', name: 'reset', model: resetModel },
  { machine: 'password', name: 'password', model: passwordModel },
  { machine: 'profile', name: 'profile', model: profileModel },
]

/** Machines whose walks take every possible pair of transitions. */
export const pairedMachines: readonly string[] = [
  'cart',
  'checkout',
  'orderAttempt',
  'payment',
  'session',
  'registration',
  'menus',
]

/** Transitions that no walk takes, by machine and id, with the reason. */
export const untakenTransitions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  checkout: {
    'checkout.step.filling.delivery | checkout.continue | (stays) #0':
      'Continue while the delivery methods are being read; the model sends none',
    ...Object.fromEntries(
      ['place', 'pay'].map(verb => [
        `checkout.step.filling.review | checkout.${verb} | (stays) #0`,
        'A late click while another tab takes over the checkout; the model sends none',
      ]),
    ),
  },
  orderChange: {
    'orderChange | slots.read | (stays)': 'It changes nothing, so the graph has no edge; the walk on the page takes it',
  },
}
