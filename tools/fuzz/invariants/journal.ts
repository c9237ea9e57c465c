import type { Invariant } from './invariant.ts'

/** Invariants of journals; `replay-check.ts` compares their replays. */
export const journalInvariants: Invariant[] = [
  {
    name: 'J3',
    holds: 'The size of a journal is bounded.',
    when: 'always',
    check: ({ storedJournals }) => {
      const long = Object.entries(storedJournals.sizes).find(([, size]) => size > 450)
      return long ? `${long[0]} has ${long[1]} entries` : null
    },
  },
]
