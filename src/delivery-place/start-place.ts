import type { ActorRefFrom, AnyStateMachine } from 'xstate'
import { placeText } from '#contract/delivery-place'
import type { DeliveryPlaceContext, deliveryPlaceMachine } from '#machines/delivery-place/delivery-place'
import { register } from '#machines/journal/registry'
import type { PlaceOpening } from '#machines/messages/place-opening'
import type { ShopActor } from '#machines/shop/shop'
import { createClient } from '../effects/client.ts'
import { deliveryPlaceWith } from '../effects/delivery-place.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { store } from '../store/store.ts'
import { shortFacts } from './place-text.ts'

/** Shops whose machine of the place is registered. */
const known = new WeakSet<ShopActor>()

/** The machine of the place; undefined until it is started. */
const placeIn = (shop: ShopActor) =>
  shop.getSnapshot().children.deliveryPlace as ActorRefFrom<typeof deliveryPlaceMachine> | undefined

function write(node: Node | null | undefined, text: string): void {
  if (node && node.textContent !== text) node.textContent = text
}

/** Writes the place into the first line, which is static HTML: React does not render it. What delivery costs is shown instead of the store's address. */
function showInFirstLine(document: Document, { place, area, slots }: DeliveryPlaceContext): void {
  const button = document.querySelector('[data-place]')
  write(button?.lastChild, place ? `Deliver to ${placeText(place)}` : 'Deliver to')
  write(button?.nextElementSibling, shortFacts({ place, area, slots }) || store.shortAddress)
}

/** Starts the machine of the place if it does not run, and tells it what for, if for anything but the pages. A logout does not stop it. */
export function startPlace(shop: ShopActor, log: (...words: unknown[]) => void, event: PlaceOpening | null): void {
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
  if (placeIn(shop)) {
    if (event) placeIn(shop)!.send(event)
    return
  }
  shop.send({ type: 'machine.start', machine: 'deliveryPlace', event })
  placeIn(shop)!.subscribe(snapshot => {
    if (!snapshot.matches({ place: 'reading' })) showInFirstLine(document, snapshot.context)
  })
}
