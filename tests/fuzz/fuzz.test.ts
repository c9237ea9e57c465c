import { describe, expect, test } from 'vitest'
import { run, stepsOf } from './run.ts'
import { seeds } from './seeds.ts'
import { stepsIn } from './shrink.ts'

/** How many visits a plain test run makes; `npm run fuzz` makes more. */
const visits = 14

describe('the shop, under people, faults, reloads, tabs and time', () => {
  test('keeps what it promises, whatever happens', async () => {
    const done = { events: 0, replays: 0, orders: 0 }
    for (let seed = 1; seed <= visits; seed += 1) {
      const { broken, figures } = await run(seed, stepsOf(seed, 250))
      expect(broken, `npm run fuzz -- --seed ${seed} --length 250 --events 1`).toBeNull()
      done.events += figures.events
      done.replays += figures.replays
      done.orders += figures.orders
    }
    // visits in which nothing happens say nothing
    for (const count of Object.values(done)) expect(count).toBeGreaterThan(0)
  })

  test.each(seeds)('stays right: $found', async ({ seed, steps }) => {
    expect((await run(seed, stepsIn(steps))).broken).toBeNull()
  })

  test('does the same again for the same seed', async () => {
    const [one, other] = [await run(7, stepsOf(7, 60)), await run(7, stepsOf(7, 60))]
    expect(one).toEqual(other)
  })
})
