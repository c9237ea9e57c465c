import { accountRoutes } from '#contract/account'
import { refusalIn } from '#contract/refusal'
import { forgottenMachine } from '#machines/password/forgotten'
import { resetMachine } from '#machines/password/reset'
import { resetTokenHandle } from '../password/reset-token.ts'
import type { World } from '../start/assemble.ts'
import { needed, type Client } from './client.ts'
import { live } from './live.ts'

/** The chart that asks for a link to a new password, with the gateway behind it. */
export const forgottenWith = (call: Client) =>
  forgottenMachine.provide({
    actors: {
      sendLink: live(async (body, signal) => {
        await needed(call(accountRoutes.forgotPassword, { body, signal }))
        return null
      }),
    },
  })

/** The chart of a reset link, with the gateway and the vault behind it. */
export const resetWith = ({ call, vault }: Pick<World, 'call' | 'vault'>) =>
  resetMachine.provide({
    actors: {
      findToken: live(async () => {
        if (vault.read(resetTokenHandle) !== '') return null
        throw { code: 'refused', message: 'There is no reset link here.', status: 0 }
      }),
      resetPassword: live(async ({ password, confirmPassword }, signal) => {
        const body = { resetToken: vault.read(resetTokenHandle), password: vault.read(password) }
        const forget = () => [resetTokenHandle, password, confirmPassword].forEach(handle => vault.forget(handle))
        await needed(call(accountRoutes.resetPassword, { body, signal })).catch((error: unknown) => {
          // a link that was used or has expired opens nothing any more
          if (refusalIn(error).status === 410) forget()
          throw error
        })
        forget()
        return null
      }),
    },
  })
