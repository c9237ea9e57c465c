import type { Entry, StoredJournal } from '#machines/journal/entry'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { storageKeys } from '../effects/storage.ts'
import { identityIn } from '../effects/token.ts'

/** How long a journal is kept without activity, in milliseconds: 24 hours. */
export const keptFor = 24 * 3_600_000

/**
 * Whether a journal is too old to be resumed. So is one with a future date: the clock was set back, and its age is unknown.
 *
 * @param lastAt - the time of its last entry: milliseconds since the epoch
 */
export const isExpired = (lastAt: number, now: number): boolean => Math.abs(now - lastAt) >= keptFor

/** The id of the customer who is logged in; null for a guest, and if the token has expired. */
export function customerIn(window: Window): string | null {
  const identity = identityIn(window.localStorage.getItem(storageKeys.token), gatewayNow())
  return identity.is === 'customer' ? identity.customer.customerId : null
}

/** The ids of the customers whose data is in a value, at any depth. */
export function customersIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, one] of Object.entries(value)) {
    if (name === 'customerId' && typeof one === 'string' && one !== '') found.add(one)
    else customersIn(one, found)
  }
  return found
}

/** The time of the last entry of a stored journal, or of its checkpoint: milliseconds since the epoch. */
export const lastTimeIn = (head: Pick<StoredJournal, 'checkpoint'>, last: Entry | undefined): number =>
  last?.at ?? head.checkpoint?.at ?? 0
