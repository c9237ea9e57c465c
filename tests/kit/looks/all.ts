import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { goesRound, type Visit } from '../../browser/accessibility/sights.ts'
import { axeFinds } from './axe.ts'
import { focusLost } from './focus.ts'
import { forcedColoursLose } from './forced-colours.ts'
import { reflowLoses } from './reflow.ts'
import { targetsMissed } from './targets.ts'

/** What is looked for on every sight, and not found: see docs/accessibility.md. The last one moves the focus about. */
const looks: [what: string, look: (page: Page, widths: readonly number[]) => Promise<string[]>][] = [
  ['axe', axeFinds],
  ['forced colours', forcedColoursLose],
  ['targets', targetsMissed],
  ['reflow', reflowLoses],
  ['focus', focusLost],
]

/** Visits with the names of their sights, as a test is called. */
export const named = (visits: readonly Visit[]) =>
  visits.map(visit => ({ visit, names: visit.sights.map(({ name }) => name).join('; ') }))

/** Goes from sight to sight of a visit, and looks in every way at each. */
export async function looksAround({ visit }: { visit: Visit }): Promise<void> {
  for await (const { sight, shopper, widths } of goesRound(visit)) {
    for (const [what, look] of looks) {
      expect.soft(await look(shopper.page, widths), `${sight.name}: ${what}`).toEqual([])
    }
  }
}
