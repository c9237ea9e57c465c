import { createBrowserInspector } from '@statelyai/inspect'
import type { InspectionEvent, Observer } from 'xstate'
import { createReplayer, type Replayer } from '#machines/journal/replay'
import { wholeShop } from '#machines/whole-shop'
import type { InspectionMessage } from '#src/journal/inspection.ts'

/**
 * Hands what happens in a shop to Stately's inspector, which opens in a window of its own with the first press.
 *
 * What is handed over is a second shop in this page, that replays the journal and has no effects: neither what an effect is
 * given nor what it brings exists in it, unless the journal holds it. So no password and no token can get there.
 *
 * @param url - of the inspector's page; messages are posted to its origin only
 */
export function handOver(window: Window & typeof globalThis, url: string): (told: InspectionMessage) => void {
  const inspector = createBrowserInspector({ window: openingFor(window, new URL(url).origin), url, autoStart: false })
  // browsers allow pop-ups only after a click; the shop's own handlers run first
  window.addEventListener('click', () => inspector.start(), { once: true })
  const { inspect } = inspector as { inspect: Observer<InspectionEvent> }
  let replayer: Replayer | null = null
  return told => {
    if ('shop' in told) replayer = createReplayer(wholeShop, told.from, inspection => inspect.next?.(inspection))
    else replayer?.apply(JSON.parse(JSON.stringify(told)) as typeof told)
  }
}

/** A window for Stately's library, which posts to every origin: messages to the windows that it opens reach one origin only. */
function openingFor(window: Window & typeof globalThis, origin: string): Window {
  const open = (...asked: Parameters<Window['open']>) => {
    const opened = window.open(...asked)
    return opened && { postMessage: (message: unknown) => opened.postMessage(message, origin) }
  }
  const addEventListener = (type: 'message', listener: (event: MessageEvent) => void) =>
    window.addEventListener(type, event => {
      if (event.origin === origin) listener(event)
    })
  return { open, addEventListener } as unknown as Window
}
