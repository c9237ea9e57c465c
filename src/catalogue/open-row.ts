import type { AnyStateMachine } from 'xstate'
import { register } from '#machines/journal/registry'
import type { RowQuery } from '#machines/messages/row-opening'
import type { ShopActor } from '#machines/shop/shop'
import { rowsWith } from '../effects/rows.ts'
import type { Running } from '../system/actors.tsx'

/** Shops whose machine of rows is registered. */
const known = new WeakSet<ShopActor>()

/** Has a row read. Its machine is started with the first one, and again after a logout has stopped it. */
export function openRow({ shop, call }: Pick<Running, 'shop' | 'call'>, row: RowQuery): void {
  if (!known.has(shop)) register((shop as unknown as { logic: AnyStateMachine }).logic, 'rows', rowsWith(call!))
  known.add(shop)
  shop.send({ type: 'machine.start', machine: 'rows', event: { type: 'rows.open', row } })
}
