import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { axeFinds } from './looks/axe.ts'
import { focusLost } from './looks/focus.ts'
import { forcedColoursLose } from './looks/forced-colours.ts'
import { reflowLoses } from './looks/reflow.ts'
import { targetsMissed } from './looks/targets.ts'
import { goesRound, visits } from './sights.ts'

/** What is looked at on every sight, and finds nothing; see docs/accessibility.md. The last of them moves the focus about. */
const looks: [promise: string, look: (page: Page, widths: readonly number[]) => Promise<string[]>][] = [
  ['axe', axeFinds],
  ['forced colours', forcedColoursLose],
  ['targets', targetsMissed],
  ['reflow', reflowLoses],
  ['focus', focusLost],
]
const only = process.env['LOOK']
const laps: Record<string, number> = {}
let t = Date.now()
const lap = (n: string) => {
  laps[n] = (laps[n] ?? 0) + Date.now() - t
  t = Date.now()
}

describe('everybody can use', () => {
  test.each(visits.map(visit => ({ visit, name: visit.sights.map(sight => sight.name).join('; ') })))(
    '$name',
    async ({ visit }) => {
      t = Date.now()
      for await (const { sight, shopper, widths } of goesRound(visit)) {
        lap('visit')
        for (const [promise, look] of looks) {
          if (only && !only.includes(promise)) continue
          expect.soft(await look(shopper.page, widths), `${sight.name}: ${promise}`).toEqual([])
          lap(promise)
        }
      }
      console.log(JSON.stringify(laps))
    },
  )
})
