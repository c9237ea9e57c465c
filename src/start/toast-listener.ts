import type { AddCommand } from '#machines/messages/add-command'
import type { ShopActor } from '#machines/shop/shop'
import { showToast } from '../ui/toasts.ts'

/** Shows the machines' toasts; a replay has no listener. */
export function listenForToasts(shop: ShopActor, go: (to: string) => void): void {
  const addAgain = (add: AddCommand) => shop.getSnapshot().children.cart?.send(add)
  shop.on('toast', ({ toast: { kind, text, offer } }) => {
    const action =
      offer?.kind === 'undo'
        ? { label: 'Undo', act: () => addAgain(offer.add) }
        : offer?.kind === 'retry'
          ? { label: 'Try again', act: () => addAgain(offer.add) }
          : offer?.kind === 'viewCart'
            ? { label: 'View Cart', act: () => go('/main/shopping-cart') }
            : offer && { label: 'View receipt', act: () => go('/check-out') }
    showToast({ kind, text, action })
  })
}
