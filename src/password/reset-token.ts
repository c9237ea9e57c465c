import { pageOf } from '#machines/shop/location'
import type { Vault } from '#machines/journal/vault'

/** Where the vault keeps the token of a reset link. */
export const resetTokenHandle = 'reset/token'

/**
 * Takes the token out of the address of a reset link before anything is journaled: it opens an account, so it stays in the
 * vault alone, and no history, log or other site's referrer has it.
 */
export function takeResetToken(window: Window, vault: Vault): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (pageOf(pathname) !== 'reset' || token === null) return
  vault.keep(resetTokenHandle, token)
  query.delete('token')
  const rest = query.toString()
  window.history.replaceState(window.history.state, '', pathname + (rest && `?${rest}`) + hash)
}
