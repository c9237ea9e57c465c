import { pageOf } from '#contract/paths'
import type { Vault } from '#machines/journal/vault'

/** Key of the reset link's token in the vault. */
export const resetTokenHandle = 'reset/token'

/**
 * Moves the token of a reset link from the URL to the vault, before anything is journaled. It gives access to an account,
 * so it must not get into the history, a log or a referrer.
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
