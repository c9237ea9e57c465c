import { keyFragment, sharedListPath, sharedListRoutes } from '#contract/shared-lists'
import { shoppingListRoutes, type NewList, type ShoppingList } from '#contract/shopping-lists'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { ListChange } from '#machines/shopping-lists/list-commands'
import { shoppingListsMachine } from '#machines/shopping-lists/shopping-lists'
import type { ReadShoppingLists } from '#machines/shopping-lists/shopping-lists-setup'
import { bulkAddWith } from './bulk-add.ts'
import { requireSuccess } from './client.ts'
import { createDeviceLists, listsKey, type DeviceLists } from './device-lists.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { readProducts } from './products-by-id.ts'
import { sharedListWith } from './shared-list.ts'
import { unlessMissing } from './unless-missing.ts'
import { nextReturn, nextTabChange, type ConnectedTabs } from './watch-tabs.ts'

/** What the effects need besides the environment; tests replace it. */
interface Browser extends ConnectedTabs {
  window: Pick<Window, 'location' | 'history' | 'document' | 'addEventListener' | 'removeEventListener'>
  device: DeviceLists
}

const browser = (): Browser => ({
  window,
  device: createDeviceLists(() => window.localStorage),
  tabs: new BroadcastChannel('shop.lists'),
})

/** In the vault: the link to a list, until the page is left. */
export const linkHandle = (listId: number): string => `list-link/${listId}`

const newListOf = ({ name, lines }: ShoppingList): NewList => ({ name, lines })

/**
 * The machine of shopping lists with its effects.
 *
 * The key of a change is journaled before the request is sent, so that after a crash no other change uses it.
 */
export function shoppingListsWith(
  environment: Pick<Environment, 'call' | 'storage' | 'vault' | 'notifyTabs' | 'writeJournalTail'>,
  { window, device, tabs }: Browser = browser(),
) {
  const { call, vault, writeJournalTail } = environment
  const onDevice = (): ReadShoppingLists => ({ keptOn: 'device', lists: device.list(), onDevice: [] })
  const create = async (lists: readonly ShoppingList[], requestId: string) =>
    (await requireSuccess(call(shoppingListRoutes.createLists, { body: { lists: lists.map(newListOf), requestId } })))
      .data.lists

  async function changeAtGateway(change: ListChange): Promise<ShoppingList[]> {
    writeJournalTail()
    switch (change.kind) {
      case 'create':
        return create([change.list], change.requestId)
      case 'join': {
        const joined = await create(change.lists, change.requestId)
        device.remove(change.lists.map(({ id }) => id))
        return joined
      }
      case 'rename':
        await requireSuccess(
          call(shoppingListRoutes.renameList, { params: { listId: change.listId }, body: { name: change.name } }),
        )
        return []
      case 'delete':
        await requireSuccess(call(shoppingListRoutes.deleteList, { params: { listId: change.listId } }))
        return []
      case 'setLine': {
        const { listId, productId, quantity } = change
        await requireSuccess(
          call(shoppingListRoutes.setListLine, { params: { listId, productId }, body: { quantity } }),
        )
        return []
      }
      case 'removeLine': {
        const { listId, productId } = change
        await requireSuccess(call(shoppingListRoutes.removeListLine, { params: { listId, productId } }))
        return []
      }
    }
  }

  function changeOnDevice(change: ListChange): ShoppingList[] {
    if (change.kind === 'create') return [device.create(newListOf(change.list))]
    if (change.kind === 'rename') device.rename(change.listId, change.name)
    if (change.kind === 'delete') device.remove([change.listId])
    if (change.kind === 'setLine')
      device.setLine(change.listId, { productId: change.productId, quantity: change.quantity })
    if (change.kind === 'removeLine') device.removeLine(change.listId, change.productId)
    return []
  }

  return shoppingListsMachine.provide({
    actors: {
      bulkAdd: bulkAddWith(environment),
      readShoppingLists: liveEffect(({ customerId }, signal) => {
        if (customerId === null) return Promise.resolve(onDevice())
        const read = requireSuccess(call(shoppingListRoutes.shoppingLists, { signal })).then(
          ({ listData }): ReadShoppingLists => ({ keptOn: 'gateway', lists: listData, onDevice: device.list() }),
        )
        return unlessMissing(read, onDevice)
      }),
      changeShoppingLists: liveEffect(async ({ change, keptOn }) => {
        if (keptOn === 'device') return changeOnDevice(change)
        const created = await changeAtGateway(change)
        tabs.postMessage('changed')
        return created
      }),
      readListProducts: liveEffect(async ({ productIds }, signal) => ({
        productIds,
        products: (await readProducts(call, productIds, signal)).map(listedProduct),
      })),
      // someone who has the link may have changed the list meanwhile
      watchListTabs: liveEffect(async (_: void, signal) => {
        const ended = new AbortController()
        const either = AbortSignal.any([signal, ended.signal])
        await Promise.race([nextTabChange({ window, tabs }, listsKey, either), nextReturn(window, either)])
        ended.abort()
        return null
      }),
      sharedList: sharedListWith(environment, window),
      // in the vault, so that the journal does not hold it
      shareList: liveEffect(async ({ listId }) => {
        const { data } = await requireSuccess(call(sharedListRoutes.shareList, { params: { listId }, body: {} }))
        vault.keep(linkHandle(listId), window.location.origin + sharedListPath + keyFragment + data.key)
        return null
      }),
      stopSharingList: liveEffect(async ({ listId }) => {
        await requireSuccess(call(sharedListRoutes.stopSharingList, { params: { listId } }))
        vault.forget(linkHandle(listId))
        return null
      }),
    },
  })
}
