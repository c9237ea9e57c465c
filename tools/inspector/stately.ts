import { createBrowserInspector } from '@statelyai/inspect'
import type { InspectionEvent } from 'xstate'
import { createReplayer, type Replayer } from '#machines/journal/replay'
import { wholeShop } from '#machines/whole-shop'
import type { InspectionMessage } from '#src/journal/inspection.ts'

/**
 * Hands what happens in a shop to Stately's inspector, which opens in a window of its own with the first press.
 *
 * What is handed over is a second shop in this page, that replays the journal and has no effects: neither what an effect is
 * given nor what it brings exists in it, unless the journal holds it. So no password and no token can get there.
 */
export function handOver(window: Window & typeof globalThis): (told: InspectionMessage) => void {
  const inspector = createBrowserInspector({ window, autoStart: false })
  // a browser lets a page open windows when somebody presses something; the press itself is the shop's first
  window.addEventListener('click', () => inspector.start(), { once: true })
  const inspect = inspector.inspect as (inspection: InspectionEvent) => void
  let replayer: Replayer | null = null
  return told => {
    if ('shop' in told) replayer = createReplayer(wholeShop, told.from, inspect)
    else replayer?.apply(JSON.parse(JSON.stringify(told)) as typeof told)
  }
}
