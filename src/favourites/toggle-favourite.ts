import type { NamedProduct } from '#machines/favourites/favourite-commands'
import type { Running } from '../system/actors.tsx'

/** Starts the favourites machine if it does not run. @throws the browser's error if its code can't be loaded */
export async function needFavourites({ shop, prefetch }: Running): Promise<void> {
  if (!shop.getSnapshot().children.favourites) await prefetch?.({ pathname: '/main/favourites', search: '' }, true)
}

/** Saves a product, or removes it if it is saved. If the machine can't be started, a message says so. */
export async function toggleFavourite(running: Running, product: NamedProduct, saved: boolean): Promise<void> {
  const { shop } = running
  try {
    await needFavourites(running)
    const type = saved ? 'favourites.remove' : 'favourites.save'
    shop.getSnapshot().children.favourites?.send({ type, ...product })
  } catch {
    const text = `${product.name} was not saved. Check your connection and try again.`
    shop.send({ type: 'toast.raised', toast: { kind: 'error', text } })
  }
}
