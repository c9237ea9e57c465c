import { createBrowserInspector } from '@statelyai/inspect'
import type { InspectionEvent, Observer } from 'xstate'
import { createReplayer, type Replayer } from '#machines/journal/replay'
import { wholeShop } from '#machines/whole-shop'
import type { InspectionMessage } from '#src/journal/inspection.ts'

/**
 * Connects a shop to Stately's inspector, which opens in a window of its own with the first click.
 *
 * The inspector receives a second shop in this page, which replays the journal without effects. It has an effect's input and
 * result only as far as the journal has them, so it never has a password or a token.
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

/** A window for Stately's library, which posts to every origin. Limits messages to the windows that it opens to one origin. */
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
