import { settled } from './pages.ts'
import { advanceTo, runningTabs, type Page, type World } from './world.ts'

/** The first timer of a running page, retry or timeout that is due at `by` or earlier. */
function nextDueTimer(world: World, by: number): { at: number; fire(): void } | undefined {
  const ofPages = runningTabs(world).flatMap(({ page }) =>
    [...page.timers].map(([id, { at, fire }]) => ({ at, fire: () => void (page.timers.delete(id), fire()) })),
  )
  const ofCalls = [world.retries, world.timeouts].flatMap(list =>
    list.map(timer => ({ at: timer.at, fire: () => void (list.splice(list.indexOf(timer), 1), timer.fire()) })),
  )
  return [...ofPages, ...ofCalls].filter(({ at }) => at <= by).toSorted((a, b) => a.at - b.at)[0]
}

/** The most timers that one step fires. */
const mostTimers = 120

/** Advances the clock and fires the timers that are due, in order. Stops early at the last of `mostTimers`. */
export async function advanceTime(world: World, milliseconds: number): Promise<void> {
  const end = world.monotonic + milliseconds
  for (let fired = 0; fired < mostTimers; fired += 1) {
    const due = nextDueTimer(world, end)
    if (!due) return advanceTo(world, Math.max(world.monotonic, end))
    advanceTo(world, Math.max(world.monotonic, due.at))
    due.fire()
    await settled()
  }
}

/** Advances the clock to the next timer of a machine or retry of a call. @returns false if there is none in time */
export async function advanceToNextTimer(world: World, within = Infinity): Promise<boolean> {
  const timers = [...runningTabs(world).flatMap(({ page }) => [...page.timers.values()]), ...world.retries]
  const next = Math.min(...timers.filter(({ isBackground }) => !isBackground).map(({ at }) => at))
  if (!(next - world.monotonic <= within)) return false
  await advanceTime(world, Math.max(0, next - world.monotonic))
  return true
}

/** Fires the background timers of the journal store that are due. */
export async function runBackgroundTimers(world: World, page: Page): Promise<void> {
  for (const [id, { fire, at, isBackground }] of page.timers) {
    if (!isBackground || at > world.monotonic) continue
    page.timers.delete(id)
    fire()
    await settled()
  }
}
