import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { goesRound, type Visit } from './sights.ts'
import { axeFindsAt } from '../../kit/looks/axe.ts'
import { focusLost } from '../../kit/looks/focus.ts'
import { forcedColoursLoseAt } from '../../kit/looks/forced-colours.ts'
import { reflowLoses } from '../../kit/looks/reflow.ts'
import { targetsMissed } from '../../kit/looks/targets.ts'

/** Runs every check on a sight; the findings by the name of the check: see docs/accessibility.md. One pass over the window sizes. */
async function problemsOf(page: Page, widths: readonly number[]): Promise<Record<string, string[]>> {
  const found = { axe: [] as string[], 'forced colours': [] as string[] }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    found.axe.push(...(await axeFindsAt(page, width)))
    found['forced colours'].push(...(await forcedColoursLoseAt(page, width)))
  }
  // the last one moves the focus
  return {
    ...found,
    reflow: await reflowLoses(page),
    targets: await targetsMissed(page),
    focus: await focusLost(page),
  }
}

/** Visits with the names of their sights, as a test is called. */
export const named = (visits: readonly Visit[]) =>
  visits.map(visit => ({ visit, names: visit.sights.map(({ name }) => name).join('; ') }))

/** Goes from sight to sight of a visit, and looks in every way at each. */
export async function looksAround({ visit }: { visit: Visit }): Promise<void> {
  for await (const { sight, shopper, widths } of goesRound(visit)) {
    for (const [what, problems] of Object.entries(await problemsOf(shopper.page, widths)))
      expect.soft(problems, `${sight.name}: ${what}`).toEqual([])
  }
}
