import { newsletterRoutes } from '#contract/customer'
import { newsletterMachine } from '#machines/newsletter/newsletter'
import { needed, type Client } from './client.ts'
import { live } from './live.ts'

/** The newsletter's chart with the gateway behind it. */
export const newsletterWith = (call: Client) =>
  newsletterMachine.provide({
    actors: {
      subscribe: live(async ({ email }) => {
        await needed(call(newsletterRoutes.subscribeNewsletter, { body: { email } }))
        return null
      }),
    },
  })
