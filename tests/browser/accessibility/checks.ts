import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { visitStates, type Visit } from './page-states.ts'
import { axeViolationsIn, unpinned } from '../../kit/accessibility/axe.ts'
import { hiddenFocusIn } from '../../kit/accessibility/focus.ts'
import { forcedColourDefectsIn } from '../../kit/accessibility/forced-colours.ts'
import { reflowDefects } from '../../kit/accessibility/reflow.ts'
import { setStyleSheet } from '../../kit/accessibility/styles.ts'
import { smallTargets } from '../../kit/accessibility/targets.ts'

/**
 * Colour modes. Each width starts with the mode in which the previous one ended, because switching is as slow as a check.
 */
const colours = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const

/**
 * Widths to check instead of each visit's, from `PAGE_STATE_WIDTHS=768,1024`; null without it. The checks that have widths of their own are
 * left out then.
 */
const chosenWidths = process.env.PAGE_STATE_WIDTHS?.split(',').map(Number) ?? null

/**
 * Runs every check on a state, in one pass over the viewports. @returns findings by check; see docs/accessibility.md
 */
async function problemsOf(page: Page, widths: readonly number[]): Promise<Record<string, string[]>> {
  const found = { axe: [] as string[], 'forced colours': [] as string[] }
  // The focus check of the state before has focused the messages: they disappear a second later, on a fast machine in the middle
  // of these checks.
  await page
    .locator('[data-kind]:is([data-state="extended"], [data-state="leaving"])')
    .first()
    .waitFor({ state: 'detached' })
  let current = 'light'
  await setStyleSheet(page, unpinned)
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    for (const { name, media } of at % 2 === 0 ? colours : colours.toReversed()) {
      if (name !== current) await page.emulateMedia(media)
      current = name
      if (name === 'forced') found['forced colours'].push(...(await forcedColourDefectsIn(page, width)))
      else found.axe.push(...(await axeViolationsIn(page, width, name)))
    }
  }
  if (current !== 'light') await page.emulateMedia(colours[0].media)
  if (chosenWidths !== null) {
    await setStyleSheet(page, '')
    return found
  }
  // last, because it moves the focus
  return {
    ...found,
    reflow: await reflowDefects(page),
    targets: await smallTargets(page),
    focus: await hiddenFocusIn(page),
  }
}

/** Visits with a title for `test.each`. */
export const named = (visits: readonly Visit[]) =>
  visits.map(visit => ({ visit, names: visit.states.map(({ name }) => name).join('; ') }))

/** Runs every check on each state of a visit. */
export async function checkVisit({ visit }: { visit: Visit }): Promise<void> {
  for await (const { state, shopper, widths } of visitStates(visit)) {
    for (const [what, problems] of Object.entries(await problemsOf(shopper.page, chosenWidths ?? widths)))
      expect.soft(problems, `${state.name}: ${what}`).toEqual([])
  }
}
