import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { customerVisits } from './customer-sights.ts'
import { axeFinds } from './looks/axe.ts'
import { focusLost } from './looks/focus.ts'
import { forcedColoursLose } from './looks/forced-colours.ts'
import { reflowLoses } from './looks/reflow.ts'
import { targetsMissed } from './looks/targets.ts'
import { goesRound, visits } from './sights.ts'

/** What is looked for on every sight, and not found: see docs/accessibility.md. The last one moves the focus about. */
const looks: [what: string, look: (page: Page, widths: readonly number[]) => Promise<string[]>][] = [
  ['axe', axeFinds],
  ['forced colours', forcedColoursLose],
  ['targets', targetsMissed],
  ['reflow', reflowLoses],
  ['focus', focusLost],
]

const named = [...visits, ...customerVisits].map(visit => ({
  visit,
  names: visit.sights.map(({ name }) => name).join('; '),
}))

describe('everybody can use', () => {
  test.each(named)('$names', async ({ visit }) => {
    for await (const { sight, shopper, widths } of goesRound(visit)) {
      for (const [what, look] of looks) {
        expect.soft(await look(shopper.page, widths), `${sight.name}: ${what}`).toEqual([])
      }
    }
  })
})
