import type { Checkpoint } from '#machines/journal/entry'
import { timersIn, type Scheduled } from '#machines/journal/timers'
import type { ShopActor } from '#machines/shop/shop'
import { gatewayNow } from '../effects/gateway-clock.ts'

/** XState times its timers by the device's clock. */
const dueAt = (_key: string, { startedAt, delay }: Scheduled) => startedAt + delay + gatewayNow() - Date.now()

/** The current state of a running shop, as the checkpoint after entry `seq`. */
export const checkpointOf = (shop: ShopActor, seq: number): Checkpoint => ({
  seq,
  at: gatewayNow(),
  snapshot: JSON.parse(JSON.stringify(shop.getPersistedSnapshot())) as unknown,
  timers: JSON.parse(JSON.stringify(timersIn(shop, dueAt))) as Checkpoint['timers'],
})
