import { parseArgs } from 'node:util'
import { run, type Outcome } from './run.ts'
import { asText, shrink, stepsIn, stepsOf } from './steps.ts'
import { invariants, transitionInvariants } from './invariants.ts'
import { noFigures, type Figures } from './world.ts'

/*
 * `npm run fuzz -- --events 1000000 --seed 1` runs random shoppers, faults, reloads, tabs and time on the shop until
 * its machines have received that many events. It prints each violation with a minimal list of steps that reproduces
 * it.
 *
 * - `--brief` does not minimize the steps.
 * - `--first` stops at the first violation.
 * - `--steps '…'` runs printed steps, with the printed `--seed`.
 * - `--trace` logs every step, event and call.
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

const print = (text: string) => process.stdout.write(`${text}\n`)
const formatCount = (count: number) => count.toLocaleString('en-AU')

function add(all: Figures, some: Figures): void {
  for (const name of Object.keys(all) as (keyof Figures)[]) all[name] += some[name]
}

async function reportViolation({ seed, steps, broken }: Outcome): Promise<void> {
  print(`\n✗ seed ${seed}, after step ${broken!.at}: ${broken!.violation}`)
  if (values.brief) return
  const least = await shrink(seed, steps.slice(0, broken!.at + 1), broken!.violation)
  print(`  ${least.length} steps reproduce it:\n  npm run fuzz -- --seed ${seed} --trace --steps '${asText(least)}'`)
}

/** Runs one seed after the other until the machines have received this number of events. */
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
      if (values.brief || broken.length <= 5) await reportViolation(outcome)
    }
    if ((seed - first) % 200 === 199)
      print(`… ${formatCount(seed - first + 1)} runs, ${formatCount(all.events)} events`)
  }
  const { user, system } = process.cpuUsage(began)
  const figures: [string, string][] = [
    ['runs', `${formatCount(seed - first)} (seeds ${first} to ${seed - 1}, ${length} steps each)`],
    ['machine events', formatCount(all.events)],
    ['journal entries', formatCount(all.entries)],
    ['page loads after the first', formatCount(all.reloads)],
    ['orders placed, paid online', `${formatCount(all.orders)}, ${formatCount(all.paid)}`],
    ['replays, states compared', `${formatCount(all.replays)}, ${formatCount(all.compared)}`],
    ['different replays', formatCount(all.divergences)],
    [
      'invariants',
      `${invariants.length + Object.keys(transitionInvariants).length}, ${formatCount(all.checks)} checks`,
    ],
    ['violations', formatCount(broken.length)],
    ['seconds of one core', ((user + system) / 1e6).toFixed(0)],
  ]
  for (const [name, figure] of figures) print(`${name.padEnd(30)} ${figure}`)
  return broken.length === 0
}

/** Runs the steps of the command line. */
async function runGivenSteps(seed: number, text: string): Promise<boolean> {
  const { broken } = await run(seed, stepsIn(text), values.trace ? print : undefined)
  print(broken ? `✗ ${broken.violation}` : '✓ no violations')
  return broken === null
}

const seed = Number(values.seed)
const passed = values.steps
  ? await runGivenSteps(seed, values.steps)
  : await fuzz(Number(values.events), seed, Number(values.length))
process.exitCode = passed ? 0 : 1
