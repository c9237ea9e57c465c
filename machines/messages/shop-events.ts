import type { Address } from '#contract/address'
import type { AddressUse } from '#contract/address-book'
import type { CartLine } from '#contract/cart'
import type { NewOrder } from '#contract/order'
import type { CustomerInfo } from '#contract/customer'
import type { Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import type { Basket } from './basket.ts'
import type { Account, Customer, Identity } from './customer.ts'
import type { Location, Move } from '#contract/location'
import type { PageMachine, PageName } from '#contract/paths'
import type { PageOpening } from './page-opening.ts'
import type { PlaceOpening } from './place-opening.ts'
import type { RowOpening } from './row-opening.ts'
import type { Toast } from './toast.ts'

/** An order of an earlier visit whose outcome is not known. */
interface CheckoutRecovery {
  type: 'checkout.recover'
  order: NewOrder
  sentAt: number
}

/** The list of favourites is needed: for the buttons of a page. */
export interface FavouritesOpening extends Pick<PageOpening, 'visitId' | 'account'> {
  type: 'favourites.open'
}

/** The shopping lists are needed, to put a product on one of them. */
export interface ShoppingListsOpening extends Pick<PageOpening, 'visitId' | 'account'> {
  type: 'lists.open'
}

/** Every event the shop's machine handles, whether it comes from a page, an effect or one of its children. */
export type ShopEvent =
  | { type: 'visit.started'; visitId: string; sessionId: string | null; identity: Identity }
  | { type: 'location.changed'; location: Location; move: Move }
  /** `from`: only while the browser is still at this path. */
  | { type: 'location.go'; to: string; replace?: boolean; from?: string }
  | { type: 'page.retry' }
  | { type: 'page.ready'; page: PageName }
  /** A part of the page could not be rendered. No machine acts on it: it is recorded, for reports of problems. */
  | { type: 'page.failed'; page: PageName; error: string }
  | { type: 'session.loaded'; settings: Settings; lines: CartLine[] }
  | { type: 'session.loadFailed' }
  | { type: 'session.changed'; customer: Customer | null; account: Account | null }
  | { type: 'session.ended'; sessionId: string | null }
  | { type: 'settings.cleared' }
  /** `lines` is null if the cart has to be read. */
  | { type: 'session.loggedIn'; sessionId: string | null; lines: CartLine[] | null }
  | { type: 'session.refused'; refusal: Refusal }
  | { type: 'session.logIn'; email: string; password: string }
  | { type: 'session.registered'; customer: Customer; validFor: number; account: Account; sessionId: string | null }
  | { type: 'registration.refused'; refusal: Refusal }
  | { type: 'session.renewed'; customer: Customer; validFor: number; info: CustomerInfo | null }
  | { type: 'address.saved'; address: Address; use: AddressUse }
  /** `isOwn`: the gateway has confirmed what the shopper changed in this tab. */
  | { type: 'cart.changed'; basket: Basket; isOwn: boolean }
  | { type: 'cart.removed' }
  /** Another machine has added to the cart. `sessionId` is null if it is not known whether it has. */
  | { type: 'cart.added'; sessionId: string | null }
  /** `toast` says what became of the order; the page of the checkout shows that itself. */
  | { type: 'checkout.placed'; sessionId: string | null; toast: Toast }
  | { type: 'checkout.refused'; toast: Toast | null }
  /**
   * Starts a machine beside the requested page, unless it runs, and sends it an event; its code is loaded. The checkout recovers an order of
   * an earlier visit, the favourites are needed for the buttons of other pages, the shopping lists to put a product on one, the suggestions for the search field, the rows when one comes near the view, and the place
   * that orders are delivered to when 'Deliver to' is pressed.
   */
  | { type: 'machine.start'; machine: PageMachine; event: CheckoutRecovery | FavouritesOpening | ShoppingListsOpening }
  | { type: 'machine.start'; machine: 'suggestions'; event: null }
  | { type: 'machine.start'; machine: 'rows'; event: RowOpening }
  | { type: 'machine.start'; machine: 'deliveryPlace'; event: PlaceOpening | null }
  | { type: 'toast.raised'; toast: Toast }

/** Events that the shop emits to listeners outside the machines. A replay has no listeners. */
export type ShopEmitted = { type: 'toast'; toast: Toast } | { type: 'go'; to: string; replace: boolean }
