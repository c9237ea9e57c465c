import { newsletterRoutes } from '#contract/customer'
import { newsletterMachine } from '#machines/newsletter/newsletter'
import { requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'

/** The newsletter machine with its effects. */
export const newsletterWith = (call: Client) =>
  newsletterMachine.provide({
    actors: {
      subscribe: liveEffect(async ({ email }) => {
        await requireSuccess(call(newsletterRoutes.subscribeNewsletter, { body: { email } }))
        return null
      }),
    },
  })
