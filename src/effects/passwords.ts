import { accountRoutes } from '#contract/account'
import { refusalIn } from '#contract/refusal'
import { forgottenMachine } from '#machines/password/forgotten'
import { resetMachine } from '#machines/password/reset'
import type { Environment } from './environment.ts'
import { requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'

/** Key of the reset link's token in the vault: the path of its page, under which `takeLinkSecret` keeps it. */
export const resetTokenHandle = '/reset-password'

/** The machine for a forgotten password, with its effects. */
export const forgottenWith = (call: Client) =>
  forgottenMachine.provide({
    actors: {
      sendLink: liveEffect(async (body, signal) => {
        await requireSuccess(call(accountRoutes.forgotPassword, { body, signal }))
        return null
      }),
    },
  })

/** Whether a link was used or has expired. */
const isSpent = (error: unknown): boolean => refusalIn(error).status === 410

/** The machine for a reset link, with its effects. */
export const resetWith = ({ call, vault }: Pick<Environment, 'call' | 'vault'>) =>
  resetMachine.provide({
    actors: {
      findToken: liveEffect(async (_, signal) => {
        const resetToken = vault.read(resetTokenHandle)
        if (resetToken === '')
          throw { code: 'refused', message: 'This page needs the link from your email.', status: 0 }
        await requireSuccess(call(accountRoutes.checkResetLink, { body: { resetToken }, signal })).catch(
          (error: unknown) => {
            // after any other failure, such as that of a gateway without the call, the link is checked with the new password
            if (!isSpent(error)) return
            vault.forget(resetTokenHandle)
            throw error
          },
        )
        return null
      }),
      resetPassword: liveEffect(async ({ password, confirmPassword }, signal) => {
        const body = { resetToken: vault.read(resetTokenHandle), password: vault.read(password) }
        const forget = () => [resetTokenHandle, password, confirmPassword].forEach(handle => vault.forget(handle))
        await requireSuccess(call(accountRoutes.resetPassword, { body, signal })).catch((error: unknown) => {
          if (isSpent(error)) forget()
          throw error
        })
        forget()
        return null
      }),
    },
  })
