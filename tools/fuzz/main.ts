import { parseArgs } from 'node:util'
import { run, type Outcome } from './run.ts'
import { asText, shrink, stepsIn, stepsOf } from './steps.ts'
import { invariants, passages } from './invariants.ts'
import { noFigures, type Figures } from './world.ts'

/*
 * `npm run fuzz -- --events 1000000 --seed 1` lets people, faults, reloads, tabs and time at the shop until its machines
 * have taken that many events, and says what was broken, with the fewest steps that break it.
 * `--brief` does not look for those, `--first` ends with the first; `--steps '…'` takes steps that were printed before, with `--seed` for their world; `--trace` says all that happens.
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    length: { type: 'string', default: '350' },
    steps: { type: 'string' },
    brief: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})

const say = (words: string) => process.stdout.write(`${words}\n`)
const counted = (count: number) => count.toLocaleString('en-AU')

function add(all: Figures, some: Figures): void {
  for (const name of Object.keys(all) as (keyof Figures)[]) all[name] += some[name]
}

async function explain({ seed, steps, broken }: Outcome): Promise<void> {
  say(`\n✗ seed ${seed}, after step ${broken!.at}: ${broken!.what}`)
  if (values.brief) return
  const least = await shrink(seed, steps.slice(0, broken!.at + 1), broken!.what)
  say(`  ${least.length} steps are enough:\n  npm run fuzz -- --seed ${seed} --trace --steps '${asText(least)}'`)
}

/** Runs seed after seed until the machines have taken so many events. */
async function fuzz(events: number, first: number, length: number): Promise<boolean> {
  const all = noFigures()
  const broken: Outcome[] = []
  const began = process.cpuUsage()
  let seed = first
  for (; all.events < events && !(values.first && broken.length > 0); seed += 1) {
    const outcome = await run(seed, stepsOf(seed, length))
    add(all, outcome.figures)
    if (outcome.broken) {
      broken.push(outcome)
      if (values.brief || broken.length <= 5) await explain(outcome)
    }
    if ((seed - first) % 200 === 199) say(`… ${counted(seed - first + 1)} runs, ${counted(all.events)} events`)
  }
  const { user, system } = process.cpuUsage(began)
  const figures: [string, string][] = [
    ['runs', `${counted(seed - first)} (seeds ${first} to ${seed - 1}, ${length} steps each)`],
    ['machine events', counted(all.events)],
    ['journal entries', counted(all.entries)],
    ['page loads after the first', counted(all.reloads)],
    ['orders placed, paid online', `${counted(all.orders)}, ${counted(all.paid)}`],
    ['replays, states compared', `${counted(all.replays)}, ${counted(all.compared)}`],
    ['divergences', counted(all.divergences)],
    ['invariants', `${invariants.length + Object.keys(passages).length}, looked at ${counted(all.checks)} times`],
    ['broken', counted(broken.length)],
    ['seconds of one core', ((user + system) / 1e6).toFixed(0)],
  ]
  for (const [name, figure] of figures) say(`${name.padEnd(30)} ${figure}`)
  return broken.length === 0
}

/** Takes the steps given on the command line. */
async function again(seed: number, text: string): Promise<boolean> {
  const { broken } = await run(seed, stepsIn(text), values.trace ? say : undefined)
  say(broken ? `✗ ${broken.what}` : '✓ nothing is broken')
  return broken === null
}

const seed = Number(values.seed)
const isRight = values.steps
  ? await again(seed, values.steps)
  : await fuzz(Number(values.events), seed, Number(values.length))
process.exitCode = isRight ? 0 : 1
