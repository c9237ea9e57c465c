import type { Conflict } from '#contract/conflict'
import type { ContactPerson } from '#contract/customer'
import type { DeliveryFeeQuestion, DeliveryMethod } from '#contract/delivery'
import type { CartLine } from '#contract/cart'
import type { Coupon } from '#contract/coupon'
import type { NewOrder, SeenLine } from '#contract/order'
import type { Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { substitutions, type Substitution } from '#contract/substitution'
import type { Slot } from '#contract/slots'
import { emptyAddress, type AddressForm, type TypedAddressField } from '../address/address-form.ts'
import type { Basket } from '../messages/basket.ts'
import type { OrderReport, PaymentMethod } from '../orders/order-attempt-setup.ts'
import type { Account } from '../messages/customer.ts'
import type { AccountChange, PageOpening } from '../messages/page-opening.ts'
import type { SlotsReport } from '../slots/slots.ts'

/** The steps of the checkout, in order. */
export const steps = ['details', 'delivery', 'payment', 'review'] as const
export type Step = (typeof steps)[number]
/** The delivery address: the billing address, a saved one, or a typed one. */
export type DeliverTo = 'billing' | 'saved' | 'other'
export type FormName = 'person' | 'billing' | 'delivery'
export type PersonField = keyof ContactPerson

/** A place outside the delivery area. */
export interface OutsideArea extends Pick<DeliveryFeeQuestion, 'city' | 'postCode' | 'regionId'> {
  message: string
}

/** A line that the shopper has reviewed, with the multi-buy that its price followed from. */
export type ReviewedLine = SeenLine & Pick<CartLine, 'multiBuy'>

/** The amounts that the shopper has reviewed. */
export interface Reviewed {
  lines: readonly ReviewedLine[]
  coupon: Coupon | null
  /** In cents; null if it was not known. */
  fee: number | null
}

/** What the delivery fee depends on: the request, and the content of the cart. `subtotal` is in cents. */
export interface FeeRequest extends DeliveryFeeQuestion {
  subtotal: number
  quantity: number
}

/** A fee that the gateway has calculated, in cents. */
export interface KnownFee {
  request: FeeRequest
  fee: number
}

/** What the gateway was asked about the delivery fee, and its answer so far. */
export type FeeQuote =
  | { is: 'asked'; request: FeeRequest }
  | ({ is: 'known' } & KnownFee)
  | { is: 'refused'; request: FeeRequest; refusal: Refusal }

export interface CheckoutContext {
  /** Begins every idempotency key of this visit. */
  visitId: string
  basket: Basket
  settings: Settings | null
  person: ContactPerson
  billing: AddressForm
  delivery: AddressForm
  deliverTo: DeliverTo
  /**
   * The address forms as of the last 'Continue'. The fee is requested for these, not for every character that is typed.
   */
  confirmed: Record<'billing' | 'delivery', AddressForm> & {
    /** The chosen saved address; null if another one is chosen. */
    saved: AddressForm | null
  }
  /** The saved delivery address; used when `deliverTo` is 'saved'. */
  savedId: string | null
  /** The customer's saved data; null for guests. */
  account: Account | null
  methods: DeliveryMethod[]
  methodId: string | null
  /** The chosen slot, which may be of another method than the chosen one; null if none was chosen. */
  slot: Slot | null
  /** The slot that was chosen, and is full or no longer offered; null if it is free as far as it is known. */
  lostSlotId: string | null
  /** The gateway's fee for the chosen delivery; null if it was not asked for, or has to be again. */
  quote: FeeQuote | null
  /** The last fee that the gateway calculated for each delivery method, and what it depends on. */
  feesKnown: KnownFee[]
  /** The place that the gateway said last to be outside the delivery area, and its message; null if it said so of none. */
  outside: OutsideArea | null
  payment: PaymentMethod
  comment: string
  /** What is wanted if something runs out, for lines without a choice of their own. */
  substitution: Substitution
  /** Fields that lost focus, as `form.field`. */
  touched: string[]
  /** Steps whose 'Continue' was pressed while they had errors. */
  tried: Step[]
  /** Completed steps. */
  done: Step[]
  /** The change that undid the delivery step, unless the shopper did, until that step is completed again. */
  undone: 'method' | 'address' | 'fee' | null
  /** The amounts that the shopper saw when the review was opened or the order was sent, or has accepted since; null before. */
  reviewed: Reviewed | null
  /** Why the last order was refused; null once a step is completed or the next order is sent. */
  refusal: Refusal | null
  /** The conflicts that the refusal named. */
  conflicts: Conflict[]
}

/** Shown after an order was discarded at a gateway that can't discard its key. */
export const notSentAgain = 'We won’t send the order again. If you get a receipt by email, it was placed.'

/** The checkout as one tab hands it to another. */
export interface HandedCheckout {
  /** The step, or the state of the order. */
  at: string
  checkout: Pick<CheckoutContext, (typeof handedFields)[number]>
  /** The order that is not settled; null if there is none. */
  order: NewOrder | null
}

/** Whether the outcome of the order that another tab hands over is unknown. */
export const isOrderSent = ({ at, order }: HandedCheckout): boolean =>
  order !== null && (at === 'placing' || at === 'unknown')

export const handedFields = [
  'person',
  'billing',
  'delivery',
  'deliverTo',
  'confirmed',
  'savedId',
  'methodId',
  'slot',
  'payment',
  'comment',
  'substitution',
  'touched',
  'tried',
  'done',
] as const

/** Whether this tab holds the checkout, and the checkout of the tab that held it before. */
export interface LockAnswer {
  is: 'held' | 'otherTab'
  handed: HandedCheckout | null
}

/** The reports of the lock machine to the checkout. */
export type LockReport =
  /** This tab holds the checkout. `handed` is the checkout of the tab that held it before. */
  { type: 'lock.taken'; handed: HandedCheckout | null } | { type: 'lock.lost' }

export type CheckoutEvent =
  | PageOpening
  | AccountChange
  | { type: 'page.shown' }
  | { type: 'cart.changed'; basket: Basket; isOwn: boolean }
  | { type: 'settings.changed'; settings: Settings }
  | { type: 'checkout.typed'; form: 'person'; field: PersonField; value: string }
  | { type: 'checkout.typed'; form: 'billing' | 'delivery'; field: TypedAddressField; value: string }
  | { type: 'checkout.typedComment'; value: string }
  | { type: 'checkout.chooseSubstitution'; substitution: Substitution }
  | { type: 'checkout.blurred'; form: FormName; field: string }
  | { type: 'checkout.chooseCountry'; form: 'billing' | 'delivery'; id: number | null; name: string }
  | { type: 'checkout.chooseRegion'; form: 'billing' | 'delivery'; id: number | null; name: string }
  | { type: 'checkout.chooseMethod'; id: string }
  | { type: 'checkout.chooseDeliverTo'; to: 'billing' | 'other' }
  | { type: 'checkout.chooseSaved'; id: string }
  /** Null for the store's usual times. */
  | { type: 'checkout.chooseSlot'; slot: Slot | null }
  | SlotsReport
  | { type: 'checkout.choosePayment'; method: PaymentMethod }
  | { type: 'checkout.continue' }
  /** A customer takes the saved details, the delivery and the payment as they are filled in. */
  | { type: 'checkout.skipToReview' }
  /** 'Edit', or Back and Forward of the browser. */
  | { type: 'checkout.edit'; step: Step }
  | { type: 'checkout.retry' }
  /** `total` is the shown total, in cents. */
  | { type: 'checkout.place'; total: number }
  /** The provider's button was pressed; `total` is the shown total, in cents. */
  | { type: 'checkout.pay'; total: number }
  | OrderReport
  /** The shopper accepts changes of the reviewed amounts; `total` is the shown total, in cents. */
  | { type: 'checkout.accept'; total: number }
  /** An order of an earlier visit whose outcome is not known. */
  | { type: 'checkout.recover'; order: NewOrder; sentAt: number }
  /** The cart was ordered in another tab, to which this one has handed its checkout. */
  | { type: 'checkout.ordered' }
  /** The shopper continues the checkout of another tab here. */
  | { type: 'checkout.takeOver' }
  | LockReport

/** Empty forms, and what was calculated from them. */
export const guestFields: Pick<
  CheckoutContext,
  'person' | FormName | 'deliverTo' | 'confirmed' | 'comment' | 'feesKnown'
> = {
  person: { firstName: '', lastName: '', email: '', telephone: '' },
  billing: emptyAddress,
  delivery: emptyAddress,
  deliverTo: 'billing',
  confirmed: { billing: emptyAddress, delivery: emptyAddress, saved: null },
  comment: '',
  feesKnown: [],
}

/** An empty order. */
export const newOrderFields = {
  refusal: null,
  conflicts: [] as Conflict[],
  comment: '',
  substitution: substitutions[0] as Substitution,
  tried: [] as Step[],
  done: [] as Step[],
  undone: null,
  slot: null,
  lostSlotId: null,
  reviewed: null,
  touched: [] as string[],
}
