import { layoutPage } from '#machines/shop/selectors'
import { useActor } from '../system/actors.tsx'
import { loadOnIntent } from '../ui/load-on-intent.tsx'

/** The bar about an order whose outcome is not known, if there is one. The checkout shows the order instead. */
export function OrderBar() {
  const isOffCheckout = useActor(
    'shop',
    ({ context }) => context.spawned.includes('checkout') && layoutPage(context) !== 'checkout',
  )
  return isOffCheckout && <UnsettledOrder />
}

const OrderBarPart = loadOnIntent(() => import('./OrderBarScreen.tsx').then(({ OrderBarScreen }) => OrderBarScreen))

function UnsettledOrder() {
  const isUnknown = useActor('orderAttempt', snapshot => snapshot.hasTag('unknown'))
  return <OrderBarPart open={isUnknown} onClose={() => {}} />
}
