import { use } from 'react'
import { placeText } from '#contract/delivery-place'
import { System, useActor } from '../system/actors.tsx'
import { useAfterRender } from '../ui/use-on-mount.ts'
import { PlaceFacts } from './PlaceFacts.tsx'
import { startKeptPlace } from './start-kept-place.ts'

/** What delivery to the place of 'Deliver to' costs and when it is possible; nothing if no place is chosen. */
export function PlaceSummary() {
  const isRunning = useKeptPlace()
  return isRunning ? <Summary /> : null
}

/** Starts the machine of 'Deliver to' if the device keeps a place. @returns whether it runs */
export function useKeptPlace(): boolean {
  const { shop } = use(System)!
  useAfterRender(shop, startKeptPlace)
  return useActor('shop', ({ context }) => context.spawned.includes('deliveryPlace'))
}

function Summary() {
  const place = useActor('deliveryPlace', ({ context }) => context.place)
  const isKnown = useActor('deliveryPlace', ({ context }) => (context.area?.suburbs.length ?? 0) > 0)
  if (place === null || !isKnown) return null
  const title = `Delivery to ${placeText(place)}`
  return (
    <section className="small stack" aria-label={title}>
      <b>{title}</b>
      <PlaceFacts />
    </section>
  )
}
