import type { ActorRefFrom, AnyStateMachine } from 'xstate'
import { placeText, type DeliveryPlace } from '#contract/delivery-place'
import type { deliveryPlaceMachine } from '#machines/delivery-place/delivery-place'
import { register } from '#machines/journal/registry'
import type { PlaceOpening } from '#machines/messages/place-opening'
import type { ShopActor } from '#machines/shop/shop'
import { createClient } from '../effects/client.ts'
import { deliveryPlaceWith } from '../effects/delivery-place.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'

/** Shops whose machine of the place is registered. */
const known = new WeakSet<ShopActor>()

/** The machine of the place; undefined until it is started. */
const placeIn = (shop: ShopActor) =>
  shop.getSnapshot().children.deliveryPlace as ActorRefFrom<typeof deliveryPlaceMachine> | undefined

/** Writes the place into the button, which is static HTML: React does not render it. */
function nameButton(document: Document, place: DeliveryPlace | null): void {
  const text = place ? `Deliver to ${placeText(place)}` : 'Deliver to'
  const label = document.querySelector('[data-place]')?.lastChild
  if (label && label.textContent !== text) label.textContent = text
}

/** Starts the machine of the place if it does not run, and tells it what for. A logout does not stop it. */
export function startPlace(shop: ShopActor, log: (...words: unknown[]) => void, event: PlaceOpening): void {
  if (!known.has(shop)) {
    known.add(shop)
    const call = createClient({
      base: import.meta.env.VITE_API_BASE_URL ?? '/v1',
      // the same for everyone
      token: () => null,
      now: gatewayNow,
      log,
    })
    register((shop as unknown as { logic: AnyStateMachine }).logic, 'deliveryPlace', deliveryPlaceWith(call))
  }
  if (placeIn(shop)) return placeIn(shop)!.send(event)
  shop.send({ type: 'machine.start', machine: 'deliveryPlace', event })
  placeIn(shop)!.subscribe(snapshot => {
    if (!snapshot.matches({ place: 'reading' })) nameButton(document, snapshot.context.place)
  })
}
