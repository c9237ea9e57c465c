import { describe, expect, test } from 'vitest'
import { run } from '#tools/fuzz/run'
import { seeds } from '#tools/fuzz/seeds'
import { stepsIn, stepsOf } from '#tools/fuzz/steps'
import { publicEvents } from '#tools/fuzz/user-events'
import { machines } from '#machines/whole-shop'

/** Events that machines, the browser and its tabs send; all others come from shoppers. */
const told =
  /^(xstate|order|page|account|settings|places|lock|address|location|visit|toast)\.|changed$|^cart\.(open|clear|reset|read)$|\.(removed|refused)$|^session\.|resumed$|^payment\.(prepare|begin|release|moved|finish|dismiss|paid|ended)$|^checkout\.(placed|recover|ordered)$/
/** Events of shoppers that a machine handles and the fuzzer does not send. */
function unsent(): string[] {
  const sent = Object.values(publicEvents).flat()
  const taken = Object.values(machines).flatMap(({ events }) => events.filter(type => !told.test(type)))
  return [...new Set(taken)].filter(type => !sent.includes(type))
}

/** Visits of a test run; `npm run fuzz` makes more. */
const visits = 10

describe('the shop under random shoppers, faults, reloads, tabs and time', () => {
  test('keeps every invariant', async () => {
    const done = { events: 0, replays: 0, orders: 0 }
    for (let seed = 1; seed <= visits; seed += 1) {
      const { broken, figures } = await run(seed, stepsOf(seed, 250))
      expect(broken, `npm run fuzz -- --seed ${seed} --length 250 --events 1`).toBeNull()
      done.events += figures.events
      done.replays += figures.replays
      done.orders += figures.orders
    }
    // guards against visits in which nothing happens
    for (const count of Object.values(done)) expect(count).toBeGreaterThan(0)
  })

  test.each(seeds)('does not repeat the defect: $found', async ({ seed, steps }) => {
    expect((await run(seed, stepsIn(steps))).broken).toBeNull()
  })

  test('receives every event that shoppers and the provider’s button send', () => {
    expect(unsent()).toEqual([])
  })

  test('behaves the same for the same seed', async () => {
    const [one, other] = [await run(7, stepsOf(7, 60)), await run(7, stepsOf(7, 60))]
    expect(one).toEqual(other)
  })
})
