import { deliveryRoutes, type DeliveryMethod } from '#contract/delivery'
import { placeRoutes, type Suburb } from '#contract/places'
import { sessionRoutes, settingsIn, type Settings } from '#contract/settings'
import { listOrEmpty, requireSuccess, type Client } from './client.ts'

/** What the gateway says about delivery before there is an address. */
export interface DeliveryAnswers {
  settings: Settings
  methods: DeliveryMethod[]
  /** Of the store's region; empty if the gateway does not name the region, or lists no suburbs. */
  suburbs: Suburb[]
}

/**
 * Reads what the gateway says about delivery, without the shopper's session: it is the same for everyone.
 *
 * @throws the refusal of the settings
 */
export async function readDeliveryAnswers(call: Client, signal: AbortSignal): Promise<DeliveryAnswers> {
  const [beginning, methods] = await Promise.all([
    requireSuccess(call(sessionRoutes.begin, { params: { sessionId: 'null' }, signal })),
    listOrEmpty(call(deliveryRoutes.deliveryMethods, { signal })),
  ])
  const settings = settingsIn(beginning)
  const regionId = settings.storeRegion?.regionId
  const suburbs =
    regionId === undefined ? [] : await listOrEmpty(call(placeRoutes.suburbs, { params: { regionId }, signal }))
  return { settings, methods, suburbs }
}
