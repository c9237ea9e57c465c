import type { AddCommand } from '#machines/messages/add-command'
import type { ShopActor } from '#machines/shop/shop'
import { showToast } from '../ui/toasts.ts'

/** Shows the machines' toasts; a replay has no listener. */
export function listenForToasts(shop: ShopActor, go: (to: string) => void): void {
  const addAgain = (add: AddCommand) => shop.getSnapshot().children.cart?.send(add)
  shop.on('toast', ({ toast: { kind, text, offer } }) => {
    if (offer?.kind === 'viewCart') {
      showToast({ kind, text, action: { label: 'View Cart', act: () => go('/main/shopping-cart') } })
    } else if (offer?.kind === 'viewReceipt') {
      showToast({ kind, text, action: { label: 'View receipt', act: () => go('/check-out') } })
    } else if (offer?.kind === 'undo') {
      showToast({ kind, text, action: { label: 'Undo', act: () => addAgain(offer.add) } })
    } else showToast({ kind, text })
  })
}
