import { setTimeout } from 'node:timers/promises'
import { isNotNull, max } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { changes } from '../database/schema.ts'

/** Milliseconds after which the version is read again: so long a page can show what another gateway has changed. */
const longestAge = 1_000
/** Milliseconds that reading it may take; pages that are cached are sent without a database, too. */
const longestRead = 200

/** The version of the settings, by which pages know whether what they show is current. */
export interface SettingsVersion {
  /** It increases with each change of a setting on any gateway. Without an answer of the database: the last known one. */
  read: () => Promise<number>
  /** Reads it again the next time: this gateway has changed a setting. */
  expire: () => void
}

/** Reads the version once per second at most, however many pages are requested. */
export function createSettingsVersion(database: Database): SettingsVersion {
  let known = 0
  let reading: Promise<number> | null = null
  let until = 0
  const query = async () => {
    const [row] = await database
      .select({ last: max(changes.id) })
      .from(changes)
      .where(isNotNull(changes.setting))
    known = Math.max(known, row?.last ?? 0)
    return known
  }
  return {
    read() {
      if (reading === null || Date.now() >= until) {
        until = Date.now() + longestAge
        reading = Promise.race([
          query().catch(() => known),
          setTimeout(longestRead, null, { ref: false }).then(() => known),
        ])
      }
      return reading
    },
    expire: () => (until = 0),
  }
}
