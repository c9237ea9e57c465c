import type { ShopActor } from '#machines/shop/shop'

const followed = new WeakSet<ShopActor>()

/**
 * Starts the favourites machine without its page, and again whenever a logout has stopped it. The first call has a machine that was
 * resumed read its list again.
 *
 * @param load - registers the machine
 * @throws the browser's error if its code can't be loaded
 */
export async function startFavourites(shop: ShopActor, load: () => Promise<unknown>): Promise<void> {
  const isRunning = () => shop.getSnapshot().context.spawned.includes('favourites')
  const start = () => {
    const { visitId, account } = shop.getSnapshot().context
    shop.send({ type: 'machine.start', machine: 'favourites', event: { type: 'favourites.open', visitId, account } })
  }
  const isFirst = !followed.has(shop)
  if (isRunning() && !isFirst) return
  await load()
  start()
  if (!isFirst) return
  followed.add(shop)
  shop.subscribe(() => {
    // in a task of its own: a logout clears the device's list after it has stopped the machine
    if (!isRunning()) queueMicrotask(() => isRunning() || start())
  })
}
