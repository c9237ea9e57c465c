import { billingModel, deliveryModel } from './addresses.model.ts'
import { couponModel, linesModel } from './cart.model.ts'
import { catalogueModel } from './catalogue.model.ts'
import { choicesModel, feeModel, orderModel, stepsModel, tabModel } from './checkout.model.ts'
import { forgottenModel } from './forgotten.model.ts'
import type { Model } from '#tools/walks/graph'
import { listModel } from './list.model.ts'
import { loginModel } from './login.model.ts'
import { lookupModel } from './lookup.model.ts'
import { menusModel } from './menus.model.ts'
import { newsletterModel } from './newsletter.model.ts'
import { ordersModel } from './orders.model.ts'
import { passwordModel } from './password.model.ts'
import { buttonModel, flowModel } from './payment.model.ts'
import { placesModel } from './places.model.ts'
import { productModel } from './product.model.ts'
import { profileModel } from './profile.model.ts'
import { registrationModel } from './registration.model.ts'
import { resetModel } from './reset.model.ts'
import { searchModel } from './search.model.ts'
import { sessionModel } from './session.model.ts'
import { shopModel } from './shop.model.ts'

/** A model of a machine, or of a part of it. */
export interface Modelled {
  /** The machine's id. */
  chart: string
  /** The part of the machine: `lines`, `coupon`; the machine's id if it has only one model. */
  name: string
  model: Model
}

/** Every model. Those of a machine together take all of its transitions. */
export const models: readonly Modelled[] = [
  { chart: 'cart', name: 'lines', model: linesModel },
  { chart: 'cart', name: 'coupon', model: couponModel },
  { chart: 'checkout', name: 'steps', model: stepsModel },
  { chart: 'checkout', name: 'choices', model: choicesModel },
  { chart: 'checkout', name: 'order', model: orderModel },
  { chart: 'checkout', name: 'tab', model: tabModel },
  { chart: 'checkout', name: 'fee', model: feeModel },
  { chart: 'payment', name: 'button', model: buttonModel },
  { chart: 'payment', name: 'flow', model: flowModel },
  { chart: 'registration', name: 'registration', model: registrationModel },
  { chart: 'menus', name: 'menus', model: menusModel },
  { chart: 'list', name: 'list', model: listModel },
  { chart: 'product', name: 'product', model: productModel },
  { chart: 'catalogue', name: 'catalogue', model: catalogueModel },
  { chart: 'lookup', name: 'lookup', model: lookupModel },
  { chart: 'places', name: 'places', model: placesModel },
  { chart: 'search', name: 'search', model: searchModel },
  { chart: 'newsletter', name: 'newsletter', model: newsletterModel },
  { chart: 'orders', name: 'orders', model: ordersModel },
  { chart: 'addresses', name: 'billing', model: billingModel },
  { chart: 'addresses', name: 'delivery', model: deliveryModel },
  { chart: 'session', name: 'session', model: sessionModel },
  { chart: 'shop', name: 'shop', model: shopModel },
  { chart: 'login', name: 'login', model: loginModel },
  { chart: 'forgotten', name: 'forgotten', model: forgottenModel },
  { chart: 'reset', name: 'reset', model: resetModel },
  { chart: 'password', name: 'password', model: passwordModel },
  { chart: 'profile', name: 'profile', model: profileModel },
]

/** Machines whose walks take every possible pair of transitions. */
export const pairedCharts: readonly string[] = ['cart', 'checkout', 'payment', 'session', 'registration', 'menus']

/** Transitions that no walk takes, by machine and name, with the reason. */
export const unsaid: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  checkout: Object.fromEntries(
    ['place', 'pay'].map(verb => [
      `checkout.step.review | checkout.${verb} | (stays) #0`,
      'for a press on its way while another tab takes the checkout: the model says it in no such tab',
    ]),
  ),
}
