import type { Invariant } from './invariant.ts'

/** What holds of the journal, besides the replays that each run compares. */
export const journalInvariants: Invariant[] = [
  {
    name: 'J3',
    holds: 'The size of a journal is bounded.',
    when: 'always',
    check: ({ kept }) => {
      const long = Object.entries(kept.sizes).find(([, size]) => size > 450)
      return long ? `${long[0]} has ${long[1]} entries` : null
    },
  },
]
