import { cartBill, checkoutObstacle } from '#machines/cart/cart-bill'
import { knownLines } from '#machines/cart/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { CartSheet } from './CartSheet.tsx'

/** The content of the cart's dropdown, with the cart's data. */
export function CartSheetScreen({ onClose }: { onClose: () => void }) {
  const lines = useActor('cart', knownLines)
  const settings = useActor('session', ({ context }) => context.settings)
  const { missing, minimum, isInvalid } = useActor('cart', ({ context }) => ({
    missing: cartBill(context, settings).missing,
    minimum: cartBill(context, settings).minimum,
    isInvalid: checkoutObstacle(context, settings) === 'invalidQuantity',
  }))
  const isWaiting = useActor('cart', ({ value }) => value.lines === 'waiting')
  const send = useSend('cart')
  return (
    <CartSheet
      lines={lines}
      minimum={missing > 0 ? { missing, minimum } : null}
      isInvalid={isInvalid}
      isWaiting={isWaiting}
      onClose={onClose}
      onCount={({ id }, quantity) => send({ type: 'cart.setQuantity', lineId: id, quantity })}
      onRemove={({ id }) => send({ type: 'cart.remove', lineId: id })}
    />
  )
}
