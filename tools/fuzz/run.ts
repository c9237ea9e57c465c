import { readKept } from './browser.ts'
import { createDice } from './dice.ts'
import { comesToRest, happen, undoDeploys, type Step } from './actions.ts'
import { brokenState } from './invariants.ts'
import type { StateInvariant } from './invariants/invariant.ts'
import { replays, stateText } from './keeping.ts'
import { createTabs, openTab, settled } from './pages.ts'
import { slotFor } from './slots.ts'
import { createWorld, runningTabs, type Figures, type World } from './world.ts'

/** What came of a run: what it did, and what was broken, with the step after which it was. */
export interface Outcome {
  seed: number
  steps: Step[]
  figures: Figures
  broken: { what: string; at: number } | null
}

/**
 * Runs something on the run's own clock: the date, the pauses and time-outs of calls, and ids that are random otherwise.
 * The databases keep the machine's `setImmediate`.
 */
async function inItsTime<T>(world: World, act: () => Promise<T>): Promise<T> {
  const { now } = Date
  const { setTimeout } = globalThis
  const { timeout } = AbortSignal
  const randomUUID = crypto.randomUUID.bind(crypto)
  Date.now = () => world.now
  globalThis.setTimeout = ((fire: () => void, delay = 0) =>
    void world.retries.push({ fire, at: world.mono + delay })) as never
  AbortSignal.timeout = delay => {
    const controller = new AbortController()
    const fire = () => controller.abort(new DOMException('Timed out', 'TimeoutError'))
    world.timeouts.push({ fire, at: world.mono + delay })
    return controller.signal
  }
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String((world.count += 1)).padStart(12, '0')}`
  try {
    return await act()
  } finally {
    Date.now = now
    globalThis.setTimeout = setTimeout
    AbortSignal.timeout = timeout
    crypto.randomUUID = randomUUID
  }
}

/** What is broken now, of what is looked at then; null where nothing is. */
async function look(world: World, when: StateInvariant['when'][]): Promise<string | null> {
  if (when.includes('seldom')) world.kept = await readKept(world)
  return world.broken[0] ?? brokenState(world, when)
}

async function runIn(world: World, steps: readonly Step[]): Promise<Outcome['broken']> {
  const dice = createDice(world.seed)
  const tabs = dice.weighted({ one: 4, two: 4, three: 2 })
  createTabs(world, { one: 1, two: 2, three: 3 }[tabs])
  for (const tab of world.tabs) await openTab(world, tab, dice.pick(['/main/product-list/0', '/cart', '/check-out']))
  for (const [at, step] of steps.entries()) {
    await happen(world, step)
    world.figures.steps += 1
    const what = await look(world, step.dice % 32 === 0 ? ['always', 'seldom'] : ['always'])
    if (what !== null) return { what, at }
    if (step.dice % 64 === 1)
      for (const { page } of runningTabs(world)) page.moments.push({ seq: page.seq(), state: stateText(page) })
  }
  await comesToRest(world)
  for (const { page } of runningTabs(world)) page.keeper.flush()
  await settled()
  const what = await look(world, ['always', 'seldom', 'atRest'])
  if (what !== null) return { what, at: steps.length }
  for (const tab of runningTabs(world)) {
    const wrong = replays(world, slotFor(world, tab).machine, tab.page)
    if (wrong !== null) return { what: wrong, at: steps.length }
  }
  return null
}

/** Runs steps in the world of a seed; an error counts as broken. @param trace - hears all that happens */
export async function run(seed: number, steps: readonly Step[], trace?: World['trace']): Promise<Outcome> {
  const world = createWorld(seed)
  if (trace) world.trace = trace
  const broken = await inItsTime(world, async () => {
    try {
      return await runIn(world, steps)
    } catch (error) {
      return { what: `X4: ${(error as Error).stack}`, at: world.figures.steps }
    } finally {
      undoDeploys()
      for (const { page } of world.tabs) page?.root.stop()
    }
  })
  world.figures.orders = world.store.placed.length
  world.figures.paid = world.store.payments.filter(({ orderId }) => orderId !== null).length
  return { seed, steps: [...steps], figures: world.figures, broken }
}
