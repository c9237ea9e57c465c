import { readJournals } from './browser.ts'
import { createRandom } from './random.ts'
import { hasRecoverableOrder } from './invariants/checkout.ts'
import { runStep, undoDeploys, type Step } from './actions.ts'
import { endFaults } from './end-faults.ts'
import { reload } from './page-reloads.ts'
import { checkState } from './invariants.ts'
import type { StateInvariant } from './invariants/invariant.ts'
import { replayDifference, stateText } from './replay-check.ts'
import { createTabs, openTab, settled } from './pages.ts'
import { shopFor } from './shop-instances.ts'
import { createWorld, runningTabs, type Figures, type World } from './world.ts'

/** The result of a run: its figures, and the first violation with the step that caused it. */
export interface Outcome {
  seed: number
  steps: Step[]
  figures: Figures
  broken: { violation: string; at: number } | null
}

/** The pause of `recoverOrders` between checks of another tab's lock, in milliseconds. They go on as long as it is held. */
const lockPause = 1_000

/** Runs a function with simulated clocks, timers and random ids: a seed is always the same run. The fake databases use the real `setImmediate`. */
async function withSimulatedTime<T>(world: World, act: () => Promise<T>): Promise<T> {
  const { now } = Date
  const monotonicNow = performance.now
  const { setTimeout } = globalThis
  const { timeout } = AbortSignal
  const randomUUID = crypto.randomUUID.bind(crypto)
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  Date.now = () => world.now
  performance.now = () => world.monotonic
  globalThis.setTimeout = ((fire: () => void, delay = 0) =>
    void world.retries.push({ fire, at: world.monotonic + delay, isBackground: delay === lockPause })) as never
  AbortSignal.timeout = delay => {
    const controller = new AbortController()
    const fire = () => controller.abort(new DOMException('Timed out', 'TimeoutError'))
    world.timeouts.push({ fire, at: world.monotonic + delay })
    return controller.signal
  }
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String((world.count += 1)).padStart(12, '0')}`
  crypto.getRandomValues = <Values extends ArrayBufferView | null>(values: Values): Values => {
    if (values) new Uint32Array(values.buffer)[0] = world.count += 1
    return values
  }
  try {
    return await act()
  } finally {
    Date.now = now
    performance.now = monotonicNow
    globalThis.setTimeout = setTimeout
    AbortSignal.timeout = timeout
    crypto.randomUUID = randomUUID
    crypto.getRandomValues = getRandomValues
  }
}

/** Checks invariants. @returns the first violation; null if there is none */
async function checkInvariants(world: World, when: StateInvariant['when'][]): Promise<string | null> {
  if (when.includes('seldom')) world.storedJournals = await readJournals(world)
  return world.violations[0] ?? checkState(world, when)
}

async function runSteps(world: World, steps: readonly Step[]): Promise<Outcome['broken']> {
  const random = createRandom(world.seed)
  const tabs = random.weighted({ one: 4, two: 4, three: 2 })
  createTabs(world, { one: 1, two: 2, three: 3 }[tabs])
  for (const tab of world.tabs) await openTab(world, tab, random.pick(['/main/product-list/0', '/cart', '/check-out']))
  for (const [at, step] of steps.entries()) {
    await runStep(world, step)
    world.figures.steps += 1
    const violation = await checkInvariants(world, step.seed % 32 === 0 ? ['always', 'seldom'] : ['always'])
    if (violation !== null) return { violation, at }
    if (step.seed % 64 === 1)
      for (const { page } of runningTabs(world)) page.moments.push({ seq: page.seq(), state: stateText(page) })
  }
  await endFaults(world)
  // each page load hands the oldest order of an earlier visit to the checkout; other tabs wait for the one that has it open
  for (let left = world.unsettledOrders.size; left > 0 && hasRecoverableOrder(world); left -= 1) {
    const tabs = runningTabs(world)
    await reload(world, tabs.find(({ page }) => page === world.lockHolder) ?? tabs[0]!, 'reload')
    await endFaults(world)
  }
  for (const { page } of runningTabs(world)) page.journalBuffer.flush()
  await settled()
  const violation = await checkInvariants(world, ['always', 'seldom', 'atRest'])
  if (violation !== null) return { violation, at: steps.length }
  for (const tab of runningTabs(world)) {
    const wrong = replayDifference(world, shopFor(world, tab).machine, tab.page)
    if (wrong !== null) return { violation: wrong, at: steps.length }
  }
  return null
}

/** Runs steps on a new world. An exception counts as a violation of X4. @param trace - receives log lines */
export async function run(seed: number, steps: readonly Step[], trace?: World['trace']): Promise<Outcome> {
  const world = createWorld(seed)
  if (trace) world.trace = trace
  const broken = await withSimulatedTime(world, async () => {
    try {
      return await runSteps(world, steps)
    } catch (error) {
      return { violation: `X4: ${(error as Error).stack}`, at: world.figures.steps }
    } finally {
      undoDeploys()
      for (const { page } of world.tabs) page?.root.stop()
    }
  })
  world.figures.orders = world.store.placed.length
  world.figures.paid = world.store.payments.filter(({ orderId }) => orderId !== null).length
  return { seed, steps: [...steps], figures: world.figures, broken }
}
