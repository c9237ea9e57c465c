import { favouriteRoutes } from '#contract/favourites'
import { listedProduct } from '#machines/catalogue/listed-product'
import { favouritesMachine } from '#machines/favourites/favourites'
import type { FavouriteChange } from '#machines/favourites/favourite-commands'
import type { ReadFavourites } from '#machines/favourites/favourites-setup'
import { requireSuccess } from './client.ts'
import { createDeviceFavourites, favouritesKey, type DeviceFavourites } from './device-favourites.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { readProducts } from './products-by-id.ts'
import { nextTabChange, type ConnectedTabs } from './watch-tabs.ts'
import { unlessMissing } from './unless-missing.ts'

/** What the effects need besides the environment; tests replace it. */
interface Browser extends ConnectedTabs {
  device: DeviceFavourites
}

const browser = (): Browser => ({
  window,
  device: createDeviceFavourites(() => window.localStorage),
  tabs: new BroadcastChannel('shop.favourites'),
})

/**
 * The favourites machine with its effects.
 *
 * The key of a change is journaled before the request is sent, so that after a crash no other change uses it.
 */
export function favouritesWith(
  { call, writeJournalTail }: Pick<Environment, 'call' | 'writeJournalTail'>,
  { window, device, tabs }: Browser = browser(),
) {
  const onDevice = (): ReadFavourites => ({ keptOn: 'device', productIds: device.list(), onDevice: [] })
  const save = async (productIds: number[], requestId: string) =>
    (await requireSuccess(call(favouriteRoutes.saveFavourites, { body: { productIds, requestId } }))).data.productIds

  async function changeAtGateway(change: FavouriteChange): Promise<number[]> {
    writeJournalTail()
    if (change.kind === 'save') return save([change.productId], change.requestId)
    if (change.kind === 'remove') {
      await requireSuccess(call(favouriteRoutes.removeFavourite, { params: { productId: change.productId } }))
      return []
    }
    const saved = await save(change.productIds, change.requestId)
    device.remove(change.productIds)
    return saved
  }

  return favouritesMachine.provide({
    actors: {
      readFavourites: liveEffect(({ customerId }, signal) => {
        if (customerId === null) return Promise.resolve(onDevice())
        const read = requireSuccess(call(favouriteRoutes.favourites, { signal })).then(
          ({ listData }): ReadFavourites => ({
            keptOn: 'gateway',
            productIds: listData.map(({ productId }) => productId),
            onDevice: device.list(),
          }),
        )
        return unlessMissing(read, onDevice)
      }),
      changeFavourites: liveEffect(async ({ change, keptOn }) => {
        if (keptOn === 'gateway') {
          const saved = await changeAtGateway(change)
          tabs.postMessage('changed')
          return saved
        }
        if (change.kind === 'save') device.add(change.productId)
        if (change.kind === 'remove') device.remove([change.productId])
        return change.kind === 'save' ? [change.productId] : []
      }),
      readSavedProducts: liveEffect(async ({ productIds }, signal) => ({
        productIds,
        products: (await readProducts(call, productIds, signal)).map(listedProduct),
      })),
      watchTabs: liveEffect((_: void, signal) => nextTabChange({ window, tabs }, favouritesKey, signal)),
    },
  })
}
