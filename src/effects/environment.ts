import type { Location, Move } from '#contract/location'
import type { PageName } from '#contract/paths'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { Toast } from '#machines/messages/toast'
import type { Vault } from '#machines/journal/vault'
import type { ShopActor } from '#machines/shop/shop'
import type { Client } from './client.ts'
import type { ShopStorage } from './storage.ts'

/** Prepares the change of pages; resolves when the new page may be rendered. */
export type PageTransition = (change: { from: Location | null; to: Location; move: Move }) => Promise<void>

/** The environment of the effects: a browser, or the server. */
export interface Environment {
  call: Client
  storage: ShopStorage
  reveal: PageTransition
  /** Passwords while they are typed. */
  vault: Vault
  /** Milliseconds since the epoch. */
  now(): number
  log(...words: unknown[]): void
  /** Writes the entries that the database may not have yet to the journal's tail, synchronously. */
  writeJournalTail(): void
  /**
   * Replaces the journal's entries by a checkpoint, once the current event has been handled. By default it deletes them: text typed for
   * an order.
   *
   * @param earlier - 'kept': the entries stay readable in the inspector
   */
  trimJournal(earlier?: 'kept'): void
  /**
   * Begins this tab's journal again at the current state; `all`: deletes every journal of this browser
   * first. Resolves even if the database never answers, and never rejects.
   */
  deleteJournals(scope: 'all' | 'own'): Promise<unknown>
  /** Deletes the unsettled orders. @returns what was stored of them */
  forgetOrders(): string[]
  raiseToast(toast: Toast): void
  /** Starts the visit again with the stored session and login. */
  startVisit(): void
  /** Reloads the document. */
  reload(): void
  /** Reports to the other tabs that the cart has changed, or was ordered. */
  notifyTabs(what?: 'cart.changed' | 'order.placed'): void
  /** The shop's root actor. Absent on the server. */
  shop?(): ShopActor
  /** The state of this tab's checkout; undefined until it was opened. */
  checkout(): CheckoutSnapshot | undefined
  /** Navigates the document to a page whose code cannot be loaded. */
  leaveFor?(page: PageName): void
}
