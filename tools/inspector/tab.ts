import { createAnswer } from './answer.ts'
import { randomId } from '#src/effects/secure-context.ts'
import type { InspectableWindow, InspectionMessage } from '#src/journal/inspection.ts'
import { channelName, type Answered } from './protocol.ts'

/** The inspected page's side: a separate script that answers inspectors in other tabs. */

const id = randomId()

function journalOf(window: Window): string | null {
  try {
    return window.sessionStorage.getItem('shop.journal')
  } catch {
    return null
  }
}

const { inspection } = window as InspectableWindow
if (inspection) {
  const channel = new BroadcastChannel(channelName)
  // the path only: the query can be private
  const tab = () => ({ id, journal: journalOf(window), title: document.title, path: location.pathname })
  const answer = createAnswer({
    channel,
    tab,
    now: () => Date.now(),
    later: then => window.setTimeout(then),
    refusalOf: async (machine, event) => (await import('./events.ts')).refusalOf(machine, event),
  })
  const takers: ((told: InspectionMessage) => void)[] = [answer.take]
  // no build contains this: a build never sends a shopper's data to another site
  if (import.meta.env.DEV && import.meta.env.VITE_STATELY_URL) {
    const { handOver } = await import('./stately.ts')
    takers.push(handOver(window, import.meta.env.VITE_STATELY_URL as string))
  }
  const take = (told: InspectionMessage) => takers.forEach(one => one(told))
  ;(inspection as InspectionMessage[]).splice(0).forEach(take)
  inspection.push = take
  const announce = () => channel.postMessage({ is: 'here', tab: tab() } satisfies Answered)
  announce()
  // the title is set once the page is shown
  let { title } = document
  new MutationObserver(() => {
    if (title === document.title) return
    title = document.title
    announce()
  }).observe(document.head, { subtree: true, childList: true, characterData: true })
  window.addEventListener('pagehide', answer.leave)
  // a page restored from the back/forward cache
  window.addEventListener('pageshow', ({ persisted }) => persisted && announce())
}
