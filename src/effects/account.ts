import { accountRoutes } from '#contract/account'
import { addressRoutes } from '#contract/address'
import type { CustomerInfo } from '#contract/customer'
import { addressesMachine } from '#machines/account/addresses'
import { passwordMachine, type PasswordHandles } from '#machines/password/password'
import { profileMachine, type Renewal } from '#machines/account/profile'
import type { World } from '../start/assemble.ts'
import { needed } from './client.ts'
import { keepToken } from './login-storage.ts'
import { live } from './live.ts'
import { placesWith } from './places.ts'

/**
 * What the charts learn of a token that an update has renewed, or left as it was.
 *
 * @throws an interruption where the shopper has left in the meantime: a late token is nobody's
 */
function renewed(world: Pick<World, 'keep' | 'now'>, token: string | null | undefined, { aborted }: AbortSignal) {
  if (aborted) throw { code: 'interrupted' }
  return keepToken(world, token ?? world.keep.token() ?? '')
}

/** The profile's chart with the gateway behind it. */
export const profileWith = (world: Pick<World, 'call' | 'keep' | 'now'>) =>
  profileMachine.provide({
    actors: {
      saveProfile: live(async ({ customerId, ...body }: CustomerInfo, signal): Promise<Renewal> => {
        const { token } = await needed(world.call(accountRoutes.updateCustomer, { params: { customerId }, body }))
        return { ...renewed(world, token, signal), info: { customerId, ...body } }
      }),
    },
  })

/** The password's chart with the gateway and the vault behind it. */
export const passwordWith = (world: Pick<World, 'call' | 'keep' | 'vault' | 'now'>) =>
  passwordMachine.provide({
    actors: {
      changePassword: live(async (handles: PasswordHandles, signal): Promise<Renewal> => {
        const { call, vault } = world
        const body = { password: vault.read(handles.password), currentPassword: vault.read(handles.currentPassword) }
        const { token } = await needed(call(accountRoutes.updatePassword, { body }))
        const renewal = renewed(world, token, signal)
        for (const handle of Object.values(handles)) vault.forget(handle)
        return { ...renewal, info: null }
      }),
    },
  })

/** The addresses' chart with the gateway behind it. */
export const addressesWith = ({ call }: Pick<World, 'call'>) =>
  addressesMachine.provide({
    actors: {
      places: placesWith(call),
      createAddress: live(async body => (await needed(call(addressRoutes.createAddress, { body }))).data),
      updateAddress: live(async body => (await needed(call(addressRoutes.updateAddress, { body }))).data),
    },
  })
