import type { Invariant } from './invariant.ts'

/** What holds of the journal, besides the replays that each run compares. */
export const journalInvariants: Invariant[] = [
  {
    name: 'J3',
    holds: 'A journal does not grow without end.',
    when: 'always',
    check: ({ tabs }) => {
      const long = tabs.find(({ journal }) => journal.size() > 450)
      return long ? `tab ${long.number} keeps ${long.journal.size()} entries` : null
    },
  },
]
