import { createActor, fromPromise } from 'xstate'
import { revisionRoutes } from '#contract/revisions'
import type { ShopActor } from '#machines/shop/shop'
import { requireSuccess } from '../effects/client.ts'
import type { Environment } from '../effects/environment.ts'
import { liveEffect } from '../effects/live.ts'
import { createPageUse } from './page-use.ts'
import { revisionWatch } from './revision-watch.ts'
import { createRevisionReader } from './take-revisions.ts'

/**
 * Reads the cart, the favourites and the lists again when another device of the customer has changed them.
 *
 * @returns ends it
 */
export function followOtherDevices(
  window: Window & typeof globalThis,
  shop: ShopActor,
  environment: Pick<Environment, 'call' | 'storage' | 'startVisit'>,
): () => void {
  const { call } = environment
  const use = createPageUse(window)
  const announce = (channel: string) => {
    const tabs = new window.BroadcastChannel(channel)
    tabs.postMessage('changed')
    tabs.close()
  }
  const readRevisions = liveEffect(
    async (_: unknown, signal) => (await requireSuccess(call(revisionRoutes.revisions, { signal }))).data,
  )
  const untilUsed = fromPromise(() => use.untilUsed())
  const watch = createActor(revisionWatch.provide({ actors: { readRevisions, untilUsed } }))
  const take = createRevisionReader({ shop, environment, announce })
  watch.on('revisions.read', ({ revisions }) => take(revisions))
  watch.start()
  return () => {
    watch.stop()
    use.stop()
  }
}
