import { accountRoutes } from '#contract/account'
import { registrationMachine } from '#machines/registration/registration'
import { accountOf } from '#machines/messages/customer'
import type { Environment } from './environment.ts'
import { requireSuccess } from './client.ts'
import { startSession } from './login-storage.ts'
import { liveEffect } from './live.ts'
import { placesWith } from './places.ts'

/** The registration machine with its effects. */
export const registrationWith = (
  environment: Pick<Environment, 'call' | 'storage' | 'vault' | 'now' | 'deleteJournals' | 'trimJournal'>,
) => {
  const { call, storage, vault } = environment
  return registrationMachine.provide({
    actors: {
      places: placesWith(call),
      register: liveEffect(async ({ password, confirmPassword, ...form }, signal) => {
        const body = { ...form, password: vault.read(password), sessionId: storage.sessionId() }
        const answer = await requireSuccess(call(accountRoutes.createAccount, { body, signal }))
        const claims = await startSession(environment, answer.token, signal)
        vault.forget(password)
        vault.forget(confirmPassword)
        // a first addition may have created a cart in the meantime
        const sessionId = answer.sessionId ?? storage.sessionId()
        if (sessionId !== null) storage.storeSessionId(sessionId)
        const account = accountOf(answer.customerInfo, [answer.data], answer.data, 'billing')
        return { ...claims, account, sessionId }
      }),
    },
  })
}
