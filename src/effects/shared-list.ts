import { keyFragment, sharedListPath, sharedListRoutes } from '#contract/shared-lists'
import type { Refusal } from '#contract/refusal'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { Vault } from '#machines/journal/vault'
import { sharedListMachine } from '#machines/shopping-lists/shared-list'
import { bulkAddWith } from './bulk-add.ts'
import { requireSuccess } from './client.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { readProducts } from './products-by-id.ts'
import { nextReturn } from './watch-tabs.ts'

/** In the vault: the key of the shared list that the page shows. */
const keyHandle = 'shared-list/key'

/** The longest key that a gateway accepts. */
const longestKey = 100

const ended = (): Refusal => ({ code: 'refused', status: 410, message: 'This link does not work any more.' })

/**
 * The key in the URL. The login leads back to the path without it: then the key before is put into the URL again, so that the page can be
 * reloaded.
 *
 * @throws Refusal if there is none
 */
function findKey({ location, history }: Pick<Window, 'location' | 'history'>, vault: Vault): string {
  if (location.hash.startsWith(keyFragment)) vault.keep(keyHandle, location.hash.slice(keyFragment.length))
  const key = vault.read(keyHandle)
  if (key === '' || key.length > longestKey) throw ended()
  if (location.hash === '' && location.pathname === sharedListPath)
    history.replaceState(history.state, '', sharedListPath + keyFragment + key)
  return key
}

/** The machine of a shared list with its effects. The key is read from the URL for each call. */
export function sharedListWith(
  environment: Pick<Environment, 'call' | 'storage' | 'vault' | 'notifyTabs' | 'writeJournalTail'>,
  page: Pick<Window, 'location' | 'history' | 'document' | 'addEventListener' | 'removeEventListener'> = window,
) {
  const { call, vault } = environment
  return sharedListMachine.provide({
    actors: {
      bulkAdd: bulkAddWith(environment),
      readSharedList: liveEffect(async (_: void, signal) => {
        const body = { key: findKey(page, vault) }
        return (await requireSuccess(call(sharedListRoutes.sharedList, { body, signal }))).data
      }),
      changeSharedList: liveEffect(async ({ productId, quantity }) => {
        const body = { key: findKey(page, vault), quantity }
        return (await requireSuccess(call(sharedListRoutes.setSharedLine, { params: { productId }, body }))).data
      }),
      readListProducts: liveEffect(async ({ productIds }, signal) => ({
        productIds,
        products: (await readProducts(call, productIds, signal)).map(listedProduct),
      })),
      watchReturn: liveEffect(async (_: void, signal) => {
        do await nextReturn(page, signal)
        while (!signal.aborted && page.location.pathname !== sharedListPath)
        return null
      }),
    },
  })
}
