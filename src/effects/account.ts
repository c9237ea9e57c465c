import { accountRoutes } from '#contract/account'
import { addressRoutes } from '#contract/address-book'
import type { CustomerInfo } from '#contract/customer'
import { addressesMachine } from '#machines/account/addresses'
import { passwordMachine, type PasswordHandles } from '#machines/password/password'
import { profileMachine, type ProfileRenewal, type Renewal } from '#machines/account/profile'
import type { Environment } from './environment.ts'
import { requireSuccess } from './client.ts'
import { storeToken } from './login-storage.ts'
import { liveEffect } from './live.ts'
import { placesWith } from './places.ts'

/**
 * The claims of the token after an update, which may have renewed it.
 *
 * @throws an interruption if the customer has logged out meanwhile: the token must not be stored then
 */
function renewed(
  environment: Pick<Environment, 'storage' | 'now'>,
  token: string | null | undefined,
  { aborted }: AbortSignal,
) {
  if (aborted) throw { code: 'interrupted' }
  return storeToken(environment, token ?? environment.storage.token() ?? '')
}

/** The profile machine with its effects. */
export const profileWith = (environment: Pick<Environment, 'call' | 'storage' | 'now'>) =>
  profileMachine.provide({
    actors: {
      saveProfile: liveEffect(async ({ customerId, ...body }: CustomerInfo, signal): Promise<ProfileRenewal> => {
        const { token, data } = await requireSuccess(
          environment.call(accountRoutes.updateCustomer, { params: { customerId }, body }),
        )
        const renewal = renewed(environment, token, signal)
        const pendingEmail = data?.pendingEmail ?? null
        const email = pendingEmail === null ? body.email : renewal.customer.email
        return { ...renewal, info: { customerId, ...body, email }, ...(pendingEmail !== null && { pendingEmail }) }
      }),
    },
  })

/** The password machine with its effects. */
export const passwordWith = (environment: Pick<Environment, 'call' | 'storage' | 'vault' | 'now'>) =>
  passwordMachine.provide({
    actors: {
      changePassword: liveEffect(async (handles: PasswordHandles, signal): Promise<Renewal> => {
        const { call, vault } = environment
        const body = { password: vault.read(handles.password), currentPassword: vault.read(handles.currentPassword) }
        const { token } = await requireSuccess(call(accountRoutes.updatePassword, { body }))
        const renewal = renewed(environment, token, signal)
        for (const handle of Object.values(handles)) vault.forget(handle)
        return { ...renewal, info: null }
      }),
    },
  })

/** The addresses machine with its effects. */
export const addressesWith = ({ call }: Pick<Environment, 'call'>) =>
  addressesMachine.provide({
    actors: {
      places: placesWith(call),
      createAddress: liveEffect(async body => (await requireSuccess(call(addressRoutes.createAddress, { body }))).data),
      updateAddress: liveEffect(async body => (await requireSuccess(call(addressRoutes.updateAddress, { body }))).data),
    },
  })
