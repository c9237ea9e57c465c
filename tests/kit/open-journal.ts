import type { Entry } from '#machines/journal/entry'
import { openJournal } from '#src/journal/open-journal.ts'
import { createBrowser, type PageOptions } from './fake-browser.ts'
import { createTestHost } from './system.ts'

/** A recent time, because journals of yesterday are deleted. Milliseconds since the epoch. */
const recently = Date.now() - 60_000

/** An entry of a journal with an arbitrary event. @param at - milliseconds since the epoch */
export const entry = (seq: number, at = recently + seq): Entry => ({
  seq,
  at,
  to: 'shop',
  kind: 'send',
  event: { type: `event-${seq}` },
})

/** The checkpoint of a shop after entry `seq`. */
export const checkpoint = (seq: number, at = recently + seq) => ({
  seq,
  at,
  snapshot: { is: `after ${seq}` },
  timers: [],
})

/** A browser with tabs whose pages are opened and ended by the test. */
export function openBrowser() {
  const browser = createBrowser()
  return {
    ...browser,
    /** A tab that was just opened. */
    openTab() {
      const session = new Map<string, string>()
      const loadPage = (more: Partial<PageOptions> = {}) => {
        const host = createTestHost()
        const timers = { setTimeout: host.setTimeout, clearTimeout: (id: number) => host.clearTimeout(id as never) }
        return { ...browser.openPage({ session, ...timers, ...more }), host, session }
      }
      return {
        session,
        loadPage,
        /** Loads a page and opens its journal. */
        async loadJournal(more: Partial<PageOptions> = {}) {
          const page = loadPage(more)
          const failures: unknown[] = []
          const store = await openJournal(
            page.window,
            error => failures.push(error),
            () => undefined,
          )
          return { ...page, store, failures }
        },
      }
    },
  }
}
