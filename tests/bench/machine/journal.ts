import { createActor, type InspectionEvent } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Entry } from '#machines/journal/entry'
import { inert } from '#machines/journal/inert'
import { createRecorder } from '#machines/journal/recorder'
import { replay } from '#machines/journal/replay'
import { shopMachine } from '#machines/shop'
import { medians } from '../figures.ts'

/** What events cost the charts, with and without the journal. */
export interface JournalFigures {
  /** Microseconds an event. */
  bare: number
  recorded: number
  written: number
  /** Entries a second. */
  replayed: number
}

const host = { now: () => Date.now(), setTimeout: () => 0, clearTimeout: () => {} }

/** Sends the same events to the whole shop with inert effects; microseconds an event. */
function timeOf(events: number, inspect?: (inspection: InspectionEvent) => void): number {
  const shop = createActor(inert(shopMachine), { id: 'shop', clock: createClock(host) as never, inspect }).start()
  const { search } = shop.getSnapshot().children
  const began = performance.now()
  for (let count = 0; count < events; count += 1) search!.send({ type: 'search.typed', value: `rice ${count}` })
  const took = performance.now() - began
  shop.stop()
  return (took * 1_000) / events
}

const recording = (append: (entry: Entry) => void) => {
  const recorder = createRecorder(createClock(host), append)
  return (inspection: InspectionEvent) => recorder.inspect(inspection)
}

/** Runs a recorded visit again; entries a second. */
function replaySpeed(entries: Entry[]): number {
  const began = performance.now()
  replay(shopMachine, { checkpoint: null, entries }).root.stop()
  return (entries.length * 1_000) / (performance.now() - began)
}

/** Medians of interleaved rounds of that many events each. */
export function measureJournal(rounds: number, events: number): JournalFigures {
  timeOf(events) // warms the engine up; its figure does not count
  return medians(
    Array.from({ length: rounds }, () => {
      const entries: Entry[] = []
      return {
        bare: timeOf(events),
        recorded: timeOf(
          events,
          recording(() => {}),
        ),
        written: timeOf(
          events,
          recording(entry => entries.push(JSON.parse(JSON.stringify(entry)) as Entry)),
        ),
        replayed: replaySpeed(entries),
      }
    }),
  )
}
