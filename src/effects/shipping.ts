import { placeRoutes } from '#contract/places'
import { deliveryRoutes } from '#contract/delivery'
import { sessionRoutes, settingsIn } from '#contract/settings'
import { deliveryTerms, type DeliveryTerms } from '#machines/shipping/delivery-terms'
import { shippingMachine } from '#machines/shipping/shipping'
import { listOrEmpty, requireSuccess, type Client } from './client.ts'
import { liveLookup } from './live.ts'

/** The shipping machine with its effect. The settings are read without the shopper's session: the page is the same for everyone. */
export const shippingWith = (call: Client) =>
  shippingMachine.provide({
    actors: {
      readTerms: liveLookup<DeliveryTerms, null>(async (_, signal) => {
        const [beginning, methods] = await Promise.all([
          requireSuccess(call(sessionRoutes.begin, { params: { sessionId: 'null' }, signal })),
          listOrEmpty(call(deliveryRoutes.deliveryMethods, { signal })),
        ])
        const settings = settingsIn(beginning)
        const regionId = settings.storeRegion?.regionId
        const suburbs =
          regionId === undefined ? [] : await listOrEmpty(call(placeRoutes.suburbs, { params: { regionId }, signal }))
        return deliveryTerms(settings, methods, suburbs)
      }),
    },
  })
