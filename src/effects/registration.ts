import { accountRoutes } from '#contract/account'
import { registrationMachine } from '#machines/registration/registration'
import { accountOf } from '#machines/session/customer'
import type { World } from '../start/assemble.ts'
import { needed } from './client.ts'
import { enter } from './login-storage.ts'
import { live } from './live.ts'
import { placesWith } from './places.ts'

/** The registration's chart with the gateway, the vault and the browser's storage behind it. */
export const registrationWith = (world: Pick<World, 'call' | 'keep' | 'vault' | 'now' | 'forgetJournal'>) => {
  const { call, keep, vault } = world
  return registrationMachine.provide({
    actors: {
      places: placesWith(call),
      register: live(async ({ password, confirmPassword, ...form }, signal) => {
        const body = { ...form, password: vault.read(password), sessionId: keep.sessionId() }
        const answer = await needed(call(accountRoutes.createAccount, { body, signal }))
        const claims = await enter(world, answer.token)
        vault.forget(password)
        vault.forget(confirmPassword)
        // a first addition may have begun a cart meanwhile
        const sessionId = answer.sessionId ?? keep.sessionId()
        if (sessionId !== null) keep.keepSession(sessionId)
        const account = accountOf(answer.customerInfo, [answer.data], answer.data, 'billing')
        return { ...claims, account, sessionId }
      }),
    },
  })
}
