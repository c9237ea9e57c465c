import { standardMessage } from '#contract/refusal'
import type { Identity } from '#machines/messages/customer'
import type { Environment } from './environment.ts'
import { identityIn } from './token.ts'

/**
 * Stores a token that the gateway has issued.
 *
 * @returns its claims, for the machines
 * @throws a lost answer if the token can't be used
 */
export function storeToken({ storage, now }: Pick<Environment, 'storage' | 'now'>, token: string) {
  const identity: Identity = identityIn(token, now())
  if (identity.is !== 'customer') throw { code: 'lost', message: standardMessage, status: 0 }
  storage.storeToken(token)
  return { customer: identity.customer, validFor: identity.validFor }
}

/**
 * Starts a customer's session in this browser: stores its token. If another tab has logged in meanwhile, the journals of
 * that customer are cleared first. The journal continues from a checkpoint after the login.
 *
 * @throws a lost answer if the token can't be used; if the shopper has logged out or logged in again meanwhile
 */
export async function startSession(
  environment: Pick<Environment, 'storage' | 'now' | 'deleteJournals' | 'trimJournal'>,
  token: string,
  signal: AbortSignal,
) {
  if (environment.storage.token() !== null) await environment.deleteJournals('all')
  signal.throwIfAborted()
  const claims = storeToken(environment, token)
  // a build whose login or registration has changed can't replay it, and would lose what the customer types next
  environment.trimJournal('kept')
  return claims
}
