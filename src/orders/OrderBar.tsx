import type { FunctionComponent } from 'react'
import { layoutPage } from '#machines/shop/selectors'
import { useActor } from '../system/actors.tsx'
import { loadOnIntent } from '../ui/load-on-intent.tsx'

/**
 * The bar about an order whose outcome is not known, if there is one. The checkout shows the order instead.
 *
 * @param load - loads the bar's content
 */
export function orderBarWith(load: () => Promise<FunctionComponent>) {
  const Content = loadOnIntent(load)
  function UnsettledOrder() {
    const isUnknown = useActor('orderAttempt', snapshot => snapshot.hasTag('unknown'))
    return <Content open={isUnknown} onClose={() => {}} />
  }
  return function OrderBar() {
    const isOffCheckout = useActor(
      'shop',
      ({ context }) => context.spawned.includes('checkout') && layoutPage(context) !== 'checkout',
    )
    return isOffCheckout && <UnsettledOrder />
  }
}
