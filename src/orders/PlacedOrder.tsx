import type { Order } from '#contract/order'
import { useActor } from '../system/actors.tsx'
import { Confirmation } from './Confirmation.tsx'

/** The confirmation of a placed order. */
export function PlacedOrder({ order }: { order: Order }) {
  const isGuest = useActor('checkout', ({ context }) => context.account === null)
  const method = useActor('checkout', ({ context }) => context.methods.find(({ id }) => id === order.deliveryMethod))
  const isMailed = useActor('checkout', ({ context }) => context.settings?.mailsSent === true)
  return <Confirmation order={order} deliveryName={method?.name ?? order.deliveryMethod} {...{ isGuest, isMailed }} />
}
