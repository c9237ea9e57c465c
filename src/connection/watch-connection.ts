import type { ShopActor } from '#machines/shop/shop'
import { connectionText } from './connection-text.ts'
import styles from './ConnectionBar.module.css'

/**
 * Shows a bar while the browser has no connection, and tells the machines when it has one again. Static HTML: it has to work when nothing
 * can be loaded.
 *
 * @param shop - undefined until it exists
 */
export function watchConnection(window: Window, shop: () => ShopActor | undefined): void {
  const { document, navigator } = window
  const bar = document.createElement('div')
  bar.className = styles.bar!
  bar.setAttribute('role', 'status')
  bar.dataset.screenOnly = ''
  const cart = () => shop()?.getSnapshot().children.cart
  let wasOffline = false
  let following: { unsubscribe(): void } | undefined
  const show = () => {
    const text = connectionText(navigator.onLine, wasOffline, cart()?.getSnapshot())
    if (bar.textContent !== text) bar.textContent = text
    if (!navigator.onLine || text !== '') return
    wasOffline = false
    following?.unsubscribe()
    following = undefined
  }
  const lose = () => {
    wasOffline = true
    show()
    following ??= cart()?.subscribe(show)
  }
  const regain = () => {
    cart()?.send({ type: 'connection.returned' })
    // an order that was sent without a connection: whether it arrived is asked now, not after the pause
    const { checkout } = shop()?.getSnapshot().children ?? {}
    checkout?.getSnapshot().children.orderAttempt?.send({ type: 'order.ask' })
    show()
  }
  document.body.append(bar)
  window.addEventListener('offline', lose)
  window.addEventListener('online', regain)
  if (!navigator.onLine) lose()
}
