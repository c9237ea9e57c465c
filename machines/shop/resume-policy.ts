import type { AnyEventObject, PromiseActorLogic, StateMachine } from 'xstate'
import type { ActorPath } from '../journal/entry.ts'
import type { ResumeRule } from '../journal/resume.ts'
import type { machinesBelowShop } from '../machines.ts'
import type { shopMachine } from './shop.ts'

type Machines = typeof machinesBelowShop & { shop: typeof shopMachine }

/* eslint-disable @typescript-eslint/no-explicit-any -- a type parameter of StateMachine can only be inferred beside `any` */
/** The names of a machine's effects. */
type EffectOf<Machine> =
  Machine extends StateMachine<any, any, any, infer Actor, any, any, any, any, any, any, any, any, any, any>
    ? Actor extends { src: infer Name extends string; logic: PromiseActorLogic<any, any> }
      ? Name
      : never
    : never

/**
 * How long a command of the cart, the favourites or the shopping lists is sent again after a reload, in milliseconds. The gateway knows the idempotency key of an addition for
 * two days; a change that is older than some hours may undo what was changed on another device.
 */
const cartCommand = { restartFor: 12 * 3_600_000, afterwards: 'interrupt' } as const satisfies ResumeRule
/** Equal to `longestUnattended` of the machines, which are in other chunks. */
const unattended = 10 * 60_000
/** A change of saved data: an older one may undo a newer one. */
const savedData: ResumeRule = { restartFor: unattended, afterwards: 'interrupt' }
/** Money: an older request is not sent without asking the shopper. */
const authorization: ResumeRule = { restartFor: unattended, afterwards: 'ask' }

/** Reservations of a payment that is not approved expire after the same time. */
const reservation: ResumeRule = { restartFor: 5 * 60_000, afterwards: 'interrupt' }

/** The machines that have effects. */
type WithEffects = { [Id in keyof Machines]: [EffectOf<Machines[Id]>] extends [never] ? never : Id }[keyof Machines]

/**
 * What happens to each effect of each machine that is in flight when the page is left, once its journal is resumed. Machines without
 * effects have no entry.
 */
export const resumePolicy: { readonly [Id in WithEffects]: Readonly<Record<EffectOf<Machines[Id]>, ResumeRule>> } = {
  shop: { loadPage: 'restart', reveal: 'restart' },
  session: {
    begin: 'restart',
    // passwords are not stored
    logIn: 'interrupt',
    // the login that they were meant for may have been replaced by another one, in another tab
    logOut: 'interrupt',
    forget: 'interrupt',
  },
  cart: {
    readCart: 'restart',
    addLine: cartCommand,
    changeLine: cartCommand,
    removeLine: cartCommand,
    validateCoupon: 'restart',
    removeCoupon: cartCommand,
  },
  checkout: {
    readMethods: 'restart',
    readFee: 'restart',
  },
  slots: { readSlots: 'restart' },
  deliveryPlace: { readPlace: 'restart', writePlace: 'interrupt', watchPlace: 'restart' },
  orderAttempt: {
    // the gateway is asked whether it was placed; it is sent again only if it is recent
    placeOrder: 'ask',
    // a read; an old order is not sent after it without asking the shopper
    findOrder: 'restart',
    discardOrder: savedData,
  },
  // the previous page held the lock
  lock: { requestLock: 'restart', watchLock: 'interrupt' },
  payment: {
    readSetup: 'restart',
    // the provider's button and window no longer exist; the payment machine then asks what became of the payment
    createPayment: 'interrupt',
    watchWindow: 'interrupt',
    checkPlace: 'interrupt',
    captureInBrowser: 'interrupt',
    endPayment: reservation,
    authorizePayment: authorization,
  },
  // passwords are not stored
  registration: { register: 'interrupt' },
  // a second call sends a second mail
  forgotten: { sendLink: 'interrupt' },
  reset: { findToken: 'restart', resetPassword: 'interrupt' },
  profile: { saveProfile: savedData },
  password: { changePassword: 'interrupt' },
  addresses: { createAddress: savedData, updateAddress: savedData },
  orders: { readOrders: 'restart', readOrder: 'restart' },
  ownOrder: { readOwnOrder: 'restart', cancelOrder: savedData },
  orderChange: { readPreview: 'restart', changeOrder: savedData, readSuggestions: 'restart' },
  orderProblem: { reportProblem: savedData, watchPhotograph: 'restart' },
  bulkAdd: { readOffers: 'restart', addLines: cartCommand },
  usuals: { readUsuals: 'restart' },
  favourites: {
    readFavourites: 'restart',
    changeFavourites: cartCommand,
    readSavedProducts: 'restart',
    watchTabs: 'restart',
  },
  shoppingLists: {
    readShoppingLists: 'restart',
    changeShoppingLists: cartCommand,
    readListProducts: 'restart',
    watchListTabs: 'restart',
    // the link would be lost: the shopper makes another one
    shareList: 'interrupt',
    stopSharingList: savedData,
  },
  sharedList: {
    readSharedList: 'restart',
    changeSharedList: cartCommand,
    readListProducts: 'restart',
    watchReturn: 'restart',
  },
  lookup: { ask: 'restart' },
  newsletter: { subscribe: 'interrupt' },
  // the machine of a public page starts again
  product: { askNotice: 'interrupt' },
  suggestions: { readSuggestions: 'restart' },
}

/** The rule of an effect. One that the table does not have is not started again. */
export const ruleOf = (machine: string, effect: string): ResumeRule =>
  (resumePolicy as Record<string, Record<string, ResumeRule>>)[machine]?.[effect] ?? 'interrupt'

/**
 * Events that tell machines that they were resumed, by path: their states describe the previous page (a loaded script), or
 * wait to send something that may be too old by now.
 */
export const resumedEvents = (age: number): readonly (readonly [ActorPath, AnyEventObject])[] => [
  ['shop/checkout/orderAttempt', { type: 'order.resumed', age }],
  ['shop/checkout/orderAttempt/payment', { type: 'payment.resumed', age }],
]

/**
 * Timers that fire when a journal of this age is resumed, by path and event: what they send waits for the end of the shopper's typing, and
 * is too old by now. It is interrupted by the policy.
 */
export const endedTimers = (age: number): readonly (readonly [ActorPath, string])[] =>
  age < cartCommand.restartFor ? [] : [['shop/cart', 'xstate.after.typingPause.cart.lines.pausing']]
