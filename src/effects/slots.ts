import { slotRoutes } from '#contract/slots'
import { slotsMachine } from '#machines/slots/slots'
import { requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'
import { unlessMissing } from './unless-missing.ts'

/** The machine of the slots with its effect. An older gateway has none. */
export const slotsWith = (call: Client) =>
  slotsMachine.provide({
    actors: {
      readSlots: liveEffect(({ methodId, postCode }, signal) =>
        unlessMissing(
          requireSuccess(call(slotRoutes.slots, { params: { methodId, postCode }, signal })).then(({ slots }) => slots),
          async () => [],
        ),
      ),
    },
  })
