import { PlaceSummary } from '../delivery-place/PlaceSummary.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { ShippingPage } from './ShippingPage.tsx'

/** The page 'Shipping', with the gateway's delivery terms. */
export function ShippingScreen() {
  const terms = useActor('shipping', ({ context }) => context.terms)
  const isUnreachable = useActor('shipping', ({ value }) => value === 'unreachable')
  const send = useSend('shipping')
  return (
    <ShippingPage
      terms={terms}
      place={<PlaceSummary />}
      onRetry={isUnreachable && terms === null ? () => send({ type: 'shipping.retry' }) : null}
    />
  )
}
