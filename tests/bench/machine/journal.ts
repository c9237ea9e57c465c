import { createActor, type InspectionEvent } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Entry } from '#machines/journal/entry'
import { inert } from '#machines/journal/inert'
import { createRecorder } from '#machines/journal/recorder'
import { replay } from '#machines/journal/replay'
import { shopMachine } from '#machines/shop'

/** What the journal costs, as ratios to the bare charts in the same run: `npm run bench`. */

const events = 20_000
const rounds = 7

const host = { now: () => Date.now(), setTimeout: () => 0, clearTimeout: () => {} }

/** Sends the same events to the whole shop with inert effects; microseconds an event. */
function timeOf(inspect?: (inspection: InspectionEvent) => void): number {
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

timeOf() // warms the engine up; its figure does not count
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const interleaved = Array.from({ length: rounds }, () => {
  const entries: Entry[] = []
  return {
    bare: timeOf(),
    recorded: timeOf(recording(() => {})),
    written: timeOf(recording(entry => entries.push(JSON.parse(JSON.stringify(entry)) as Entry))),
    replayed: replaySpeed(entries),
  }
})
const of = (name: keyof (typeof interleaved)[number]) => median(interleaved.map(round => round[name]))

const rows: [what: string, figure: string, ratio: string][] = [
  ['an event, bare charts', `${of('bare').toFixed(1)} µs`, '1.00'],
  ['an event, recorded', `${of('recorded').toFixed(1)} µs`, (of('recorded') / of('bare')).toFixed(2)],
  ['an event, recorded and copied as JSON', `${of('written').toFixed(1)} µs`, (of('written') / of('bare')).toFixed(2)],
  [
    'replay',
    `${Math.round(of('replayed')).toLocaleString('en')} entries/s`,
    (1e6 / of('replayed') / of('bare')).toFixed(2),
  ],
]
process.stdout.write(
  [
    `Medians of ${rounds} interleaved rounds of ${events} events; ratios to the bare charts in the same run.`,
    '',
    '| what | figure | ratio |',
    '|---|--:|--:|',
    ...rows.map(([what, figure, ratio]) => `| ${what} | ${figure} | ${ratio} |`),
    '',
  ].join('\n'),
)
