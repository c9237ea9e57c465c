import { describe, expect, test } from 'vitest'
import { run } from '#tools/fuzz/run'
import { seeds } from '#tools/fuzz/seeds'
import { stepsIn, stepsOf } from '#tools/fuzz/steps'
import { publicEvents } from '#tools/fuzz/user-events'
import { machines } from '#machines/whole-shop'

/** Events that machines, the browser and its tabs send; all others come from shoppers. */
const told =
  /^(xstate|machine|connection|order|page|account|settings|places|lock|slots|address|location|visit|toast)\.|changed$|^(favourites|lists)\.open$|^cart\.(open|clear|reset|read|added)$|^bulk\.(open|leave|added|abandoned)$|^problem\.(start|sent|dismissed|outdated|end|close)$|^shared\.(open|close|copied|added|announced)$|\.(removed|refused)$|^change\.(start|close|saved|discarded|outdated)$|^session\.|resumed$|^payment\.(prepare|begin|release|moved|finish|dismiss|paid|ended)$|^checkout\.(placed|recover|ordered)$/
/** Events of shoppers that a machine handles and the fuzzer does not send. */
function unsent(): string[] {
  const sent = Object.values(publicEvents).flat()
  const taken = Object.values(machines).flatMap(({ events }) => events.filter(type => !told.test(type)))
  return [...new Set(taken)].filter(type => !sent.includes(type))
}

/**
 * Visits of `npm run fuzz` that have broken an invariant: in 1042 the code of a refused coupon is shown in a field that was cleared meanwhile; in 5117 an order of an
 * earlier visit is asked about by the tab that holds the checkout. What 177 broke is not known: it passes in the commit that listed it and in the one before, and
 * so does every seed from 150 to 217 on 28 November 2026.
 */
const onceBroken = [177, 1042, 5117]

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

  test.each(onceBroken)('keeps every invariant in the visit of seed %i, which once broke one', async seed => {
    expect((await run(seed, stepsOf(seed, 350))).broken, `npm run fuzz -- --seed ${seed} --events 1`).toBeNull()
  })

  test.each(seeds)('does not repeat the defect: $found', async ({ seed, steps }) => {
    expect((await run(seed, stepsIn(steps))).broken).toBeNull()
  })

  test('receives every event that shoppers and the provider’s button send', () => {
    expect(unsent()).toEqual([])
  })

  test('behaves the same for the same seed', async () => {
    // this one begins a visit without its session: what is imported for that must not take its time
    const traceOf = async (seed: number) => {
      const trace: string[] = []
      return { ...(await run(seed, stepsOf(seed, 350), line => trace.push(line))), trace }
    }
    expect(await traceOf(1042)).toEqual(await traceOf(1042))
  })
})
