import type { Checkpoint } from '#machines/journal/entry'
import { timersIn } from '#machines/journal/timers'
import type { ShopActor } from '#machines/shop/shop'

/** The current state of a running shop, as the checkpoint after entry `seq`. */
export const checkpointOf = (shop: ShopActor, seq: number): Checkpoint => ({
  seq,
  at: Date.now(),
  snapshot: JSON.parse(JSON.stringify(shop.getPersistedSnapshot())) as unknown,
  timers: JSON.parse(JSON.stringify(timersIn(shop))) as Checkpoint['timers'],
})
