import { pageOf, trimSlashes, type PageName } from '#contract/paths'
import type { Vault } from '#machines/journal/vault'

/**
 * Moves the secret of a mailed link from the URL to the vault, before anything is journaled: the token of a reset link, or the key of an order. It gives
 * access to an account or an order, so it must not get into the history, a log or a referrer. Its handle is the path of its page.
 */
export function takeLinkSecret(window: Window, vault: Vault): void {
  const url = new URL(window.location.href)
  const { pathname, searchParams } = url
  const name = ({ order: 'key', reset: 'token' } as Partial<Record<PageName, string>>)[pageOf(pathname)]
  const secret = name && searchParams.get(name)
  if (secret) {
    vault.keep(trimSlashes(pathname), secret)
    searchParams.delete(name)
    window.history.replaceState(window.history.state, '', url)
  }
}
