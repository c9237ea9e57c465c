import { createActor, type InspectionEvent } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Entry } from '#machines/journal/entry'
import { withInertEffects } from '#machines/journal/inert-effects'
import { createRecorder } from '#machines/journal/recorder'
import { replay } from '#machines/journal/replay'
import { shopMachine } from '#machines/shop/shop'
import { entriesAtOnce } from '#src/journal/journal-writer.ts'
import { medians } from '../figures.ts'

/** The cost of an event, with and without the journal. */
export interface JournalFigures {
  /** Microseconds per event. */
  bare: number
  recorded: number
  /** With the recorder and with entries serialised for the database. */
  written: number
  /** Entries per second. */
  replayed: number
}

const host = { now: () => Date.now(), setTimeout: () => 0, clearTimeout: () => {} }

/** The CPU time of a function, in microseconds. */
function worksOn(something: () => void): number {
  const before = process.cpuUsage()
  something()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Sends the same events to the whole shop with inert effects; microseconds per event. */
function timeOf(events: number, inspect?: (inspection: InspectionEvent) => void): number {
  const shop = createActor(withInertEffects(shopMachine), {
    id: 'shop',
    clock: createClock(host) as never,
    inspect,
  }).start()
  const { search } = shop.getSnapshot().children
  const took = worksOn(() => {
    for (let count = 0; count < events; count += 1) search!.send({ type: 'search.typed', value: `rice ${count}` })
  })
  shop.stop()
  return took / events
}

const recording = (append: (entry: Entry) => void) => {
  const recorder = createRecorder(createClock(host), append)
  return (inspection: InspectionEvent) => recorder.inspect(inspection)
}

/** Replays a recorded visit; entries per second. */
function replaySpeed(entries: Entry[]): number {
  const took = worksOn(() => replay(shopMachine, { checkpoint: null, entries }).root.stop())
  return (entries.length * 1e6) / took
}

/** Serialises entries as the journal's store does: in batches, each to JSON when it is full. */
function batching(): (entry: Entry) => void {
  const batch: Entry[] = []
  return entry => {
    if (batch.push(entry) === entriesAtOnce) JSON.parse(JSON.stringify(batch.splice(0)))
  }
}

/** A visit's recorded entries. */
function recordedEntries(events: number): Entry[] {
  const entries: Entry[] = []
  timeOf(
    events,
    recording(entry => entries.push(entry)),
  )
  return JSON.parse(JSON.stringify(entries)) as Entry[]
}

/** Medians of interleaved rounds with this number of events each. */
export function measureJournal(rounds: number, events: number): JournalFigures {
  timeOf(events) // warms up the engine; not counted
  const entries = recordedEntries(events)
  return medians(
    Array.from({ length: rounds }, () => ({
      bare: timeOf(events),
      recorded: timeOf(
        events,
        recording(() => {}),
      ),
      written: timeOf(events, recording(batching())),
      replayed: replaySpeed(entries),
    })),
  )
}
