import { deliveryTerms, type DeliveryTerms } from '#machines/shipping/delivery-terms'
import { shippingMachine } from '#machines/shipping/shipping'
import type { Client } from './client.ts'
import { readDeliveryAnswers } from './delivery-answers.ts'
import { liveLookup } from './live.ts'

/** The shipping machine with its effect. The settings are read without the shopper's session: the page is the same for everyone. */
export const shippingWith = (call: Client) =>
  shippingMachine.provide({
    actors: {
      readTerms: liveLookup<DeliveryTerms, null>(async (_, signal) => {
        const { settings, methods, suburbs } = await readDeliveryAnswers(call, signal)
        return deliveryTerms(settings, methods, suburbs)
      }),
    },
  })
