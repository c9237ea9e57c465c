import type { Vault } from '#machines/journal/vault'

/** What the handles of the keys of links to orders begin with. */
export const orderKeyPrefix = '/order/'

/** The handle of a key, in the vault and in `sessionStorage`: the path of the order's page, under which `takeLinkSecret` keeps it. */
export const orderKeyHandle = (number: number): string => orderKeyPrefix + number

/** The key of the link that has opened an order in this tab; undefined without one. It is kept for reloads of this tab. */
export function readOrderKey(vault: Vault, number: number): string | undefined {
  const handle = orderKeyHandle(number)
  const key = vault.read(handle)
  try {
    if (key === '') return sessionStorage.getItem(handle) ?? undefined
    sessionStorage.setItem(handle, key)
  } catch {
    // blocked, or not a browser: the vault has it until a reload
  }
  return key || undefined
}

/** Forgets a key that opens nothing, so that it is not sent again. */
export function forgetOrderKey(vault: Vault, number: number): void {
  vault.forget(orderKeyHandle(number))
  try {
    sessionStorage.removeItem(orderKeyHandle(number))
  } catch {
    // blocked storage never held it
  }
}
