import { is } from 'superstruct'
import { deliveryPlace, type DeliveryPlace } from '#contract/delivery-place'
import { deliveryArea, type DeliveryArea } from '#machines/delivery-place/delivery-area'
import { deliveryPlaceMachine } from '#machines/delivery-place/delivery-place'
import type { Client } from './client.ts'
import { readDeliveryAnswers } from './delivery-answers.ts'
import { liveEffect, liveLookup } from './live.ts'
import { placeKey } from './place-key.ts'
import { slotsWith } from './slots.ts'

/** The longest stored text, in characters. */
const longestText = 300

/** The place in a `Storage`; in memory until the next page load if the browser refuses. */
export interface DevicePlace {
  read(): DeliveryPlace | null
  write(place: DeliveryPlace | null): void
}

/** @param storage - may throw, as browsers do if storage is blocked */
export function createDevicePlace(storage: () => Storage): DevicePlace {
  let memory: DeliveryPlace | null = null
  return {
    read() {
      try {
        const text = storage().getItem(placeKey)
        const stored: unknown = text !== null && text.length <= longestText ? JSON.parse(text) : null
        return is(stored, deliveryPlace) ? { name: stored.name, postCode: stored.postCode } : memory
      } catch {
        return memory
      }
    },
    write(place) {
      try {
        if (place) storage().setItem(placeKey, JSON.stringify(place))
        else storage().removeItem(placeKey)
        memory = null
      } catch {
        memory = place
      }
    },
  }
}

/** What tells of changes in other tabs. */
type Watched = Pick<Window, 'addEventListener' | 'removeEventListener'>

/** Resolves once another tab has changed the place or emptied the storage, or the page is shown again after the browser had frozen it. */
const nextPlaceChange = (window: Watched, signal: AbortSignal): Promise<null> =>
  new Promise(resolve => {
    const end = () => {
      window.removeEventListener('storage', changed)
      window.removeEventListener('pageshow', end)
      resolve(null)
    }
    // null: another tab has emptied the storage
    const changed = ({ key }: StorageEvent) => (key === placeKey || key === null) && end()
    window.addEventListener('storage', changed)
    window.addEventListener('pageshow', end)
    signal.addEventListener('abort', end)
  })

/** What the effects need of the browser; tests replace it. */
interface Browser {
  window: Watched
  device: DevicePlace
}

const browser = (): Browser => ({ window, device: createDevicePlace(() => window.localStorage) })

/** The machine of the place with its effects. The area is read without the shopper's session: it is the same for everyone. */
export const deliveryPlaceWith = (call: Client, { window, device }: Browser = browser()) =>
  deliveryPlaceMachine.provide({
    actors: {
      slots: slotsWith(call),
      readPlace: liveEffect(async () => ({ place: device.read() })),
      writePlace: liveEffect(async ({ place }) => {
        device.write(place)
        return null
      }),
      watchPlace: liveEffect((_: void, signal) => nextPlaceChange(window, signal)),
      readArea: liveLookup<DeliveryArea, null>(async (_, signal) => {
        const { settings, methods, suburbs } = await readDeliveryAnswers(call, signal)
        return deliveryArea(settings, methods, suburbs)
      }),
    },
  })
