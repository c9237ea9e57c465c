import { cartRevision, favouritesRevision, listsRevision, type Revisions } from '#contract/revisions'
import type { ShopActor } from '#machines/shop/shop'
import type { FavouritesContext } from '#machines/favourites/favourites-setup'
import type { ShoppingListsContext } from '#machines/shopping-lists/shopping-lists-setup'
import type { Environment } from '../effects/environment.ts'

/** A machine whose changes are queued; none is compared before all of them are confirmed. */
type Queue<Context> = { getSnapshot(): { context: Context & { pendingCommands: readonly unknown[] } } } | undefined

/** What makes the machines read again. */
export interface Readers {
  shop: ShopActor
  environment: Pick<Environment, 'storage' | 'startVisit'>
  /** Tells the machines of the favourites or the lists, in all tabs of this device, that theirs have changed. */
  announce(channel: 'shop.favourites' | 'shop.lists'): void
}

/** Compares the shop with what the gateway has, and makes it read what differs. What was read for a revision is not read for it again. */
export function createRevisionReader({ shop, environment, announce }: Readers): (revisions: Revisions) => void {
  const done: Partial<Revisions> = {}
  const isNew = (part: 'cart' | 'favourites' | 'lists', own: string, revisions: Revisions): boolean => {
    const differs = own !== revisions[part]
    if (!differs || done[part] === revisions[part]) return false
    done[part] = revisions[part]
    return true
  }

  function readCart(revisions: Revisions): void {
    const { cart } = shop.getSnapshot().children
    const snapshot = cart?.getSnapshot()
    if (!snapshot?.matches({ lines: 'idle' })) return
    const { lines, sessionId } = snapshot.context
    if (!isNew('cart', cartRevision(lines), revisions)) return
    // the first product was added on the other device: this one has no session to read the cart by
    if (sessionId === null && revisions.sessionId !== null) {
      environment.storage.storeSessionId(revisions.sessionId)
      environment.startVisit()
    }
    cart!.send({ type: 'cart.read' })
  }

  return revisions => {
    readCart(revisions)
    const { favourites, shoppingLists } = shop.getSnapshot().children as Record<string, unknown>
    const saved = (favourites as Queue<FavouritesContext>)?.getSnapshot().context
    if (saved?.keptOn === 'gateway' && saved.pendingCommands.length === 0)
      if (isNew('favourites', favouritesRevision(saved.productIds), revisions)) announce('shop.favourites')
    const listed = (shoppingLists as Queue<ShoppingListsContext>)?.getSnapshot().context
    if (listed?.keptOn === 'gateway' && listed.pendingCommands.length === 0)
      if (isNew('lists', listsRevision(listed.lists), revisions)) announce('shop.lists')
  }
}
