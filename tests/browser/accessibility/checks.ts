import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { goesRound, type Visit } from './sights.ts'
import { axeFindsIn, unpinned } from '../../kit/looks/axe.ts'
import { focusLost } from '../../kit/looks/focus.ts'
import { forcedColoursLoseIn } from '../../kit/looks/forced-colours.ts'
import { reflowLoses } from '../../kit/looks/reflow.ts'
import { wear } from '../../kit/looks/styles.ts'
import { targetsMissed } from '../../kit/looks/targets.ts'

/**
 * Colour modes. Each width starts with the mode that the last one ended with, because switching is as slow as a check.
 */
const colours = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const

/**
 * Runs every check on a sight, in one pass over the viewports. @returns findings by check; see docs/accessibility.md
 */
async function problemsOf(page: Page, widths: readonly number[]): Promise<Record<string, string[]>> {
  const found = { axe: [] as string[], 'forced colours': [] as string[] }
  let current = 'light'
  await wear(page, unpinned)
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    for (const { name, media } of at % 2 === 0 ? colours : colours.toReversed()) {
      if (name !== current) await page.emulateMedia(media)
      current = name
      if (name === 'forced') found['forced colours'].push(...(await forcedColoursLoseIn(page, width)))
      else found.axe.push(...(await axeFindsIn(page, width, name)))
    }
  }
  if (current !== 'light') await page.emulateMedia(colours[0].media)
  // last, because it moves the focus
  return {
    ...found,
    reflow: await reflowLoses(page),
    targets: await targetsMissed(page),
    focus: await focusLost(page),
  }
}

/** Visits with a title for `test.each`. */
export const named = (visits: readonly Visit[]) =>
  visits.map(visit => ({ visit, names: visit.sights.map(({ name }) => name).join('; ') }))

/** Runs every check on each sight of a visit. */
export async function looksAround({ visit }: { visit: Visit }): Promise<void> {
  for await (const { sight, shopper, widths } of goesRound(visit)) {
    for (const [what, problems] of Object.entries(await problemsOf(shopper.page, widths)))
      expect.soft(problems, `${sight.name}: ${what}`).toEqual([])
  }
}
