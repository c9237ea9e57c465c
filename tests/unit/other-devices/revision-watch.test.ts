import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import type { Revisions } from '#contract/revisions'
import { revisionWatch } from '#src/other-devices/revision-watch.ts'

const revisions: Revisions = { sessionId: null, cart: 'a', favourites: 'b', lists: 'c' }
const settled = () => new Promise(resolve => setImmediate(resolve))

/** A watch whose answers are given by the test, the last one is repeated. */
function begin(answers: (Revisions | object)[], isUsed = true) {
  const clock = new SimulatedClock()
  const reported: Revisions[] = []
  let asked = 0
  let resume = () => {}
  const watch = createActor(
    revisionWatch.provide({
      actors: {
        readRevisions: fromPromise<Revisions>(async () => {
          const answer = answers[Math.min(asked, answers.length - 1)]!
          asked += 1
          if ('cart' in answer) return answer
          throw answer
        }),
        untilUsed: fromPromise<null>(
          () =>
            new Promise(resolve => {
              resume = () => resolve(null)
              if (isUsed) resume()
            }),
        ),
      },
    }),
    { clock },
  )
  watch.on('revisions.read', event => reported.push(event.revisions))
  watch.start()
  return {
    reported,
    asked: () => asked,
    isEnded: () => watch.getSnapshot().status === 'done',
    use: () => resume(),
    async waits(milliseconds: number) {
      clock.increment(milliseconds)
      await settled()
    },
  }
}

describe('what a customer has at the gateway', () => {
  test('is read at once, and every four seconds', async () => {
    const watch = begin([revisions])
    await settled()
    expect(watch.reported).toEqual([revisions])
    await watch.waits(3_999)
    expect(watch.asked()).toBe(1)
    await watch.waits(1)
    expect(watch.asked()).toBe(2)
    await watch.waits(4_000)
    expect(watch.reported).toHaveLength(3)
  })

  test('is not read while the page is not used, and at once when it is', async () => {
    const watch = begin([revisions], false)
    await settled()
    await watch.waits(4_000)
    await watch.waits(600_000)
    expect(watch.asked()).toBe(1)
    watch.use()
    await settled()
    expect(watch.asked()).toBe(2)
  })

  test('is read less often after failures, at least once a minute, and as before after a success', async () => {
    const watch = begin([...Array.from({ length: 6 }, () => ({ code: 'lost' })), revisions])
    await settled()
    for (const pause of [8_000, 16_000, 32_000, 60_000, 60_000, 60_000]) {
      const before = watch.asked()
      await watch.waits(pause - 1)
      expect(watch.asked(), `before ${pause} ms`).toBe(before)
      await watch.waits(1)
      expect(watch.asked(), `after ${pause} ms`).toBe(before + 1)
    }
    await watch.waits(4_000)
    expect(watch.asked()).toBe(8)
  })

  test('is not read before the time that the gateway demands', async () => {
    const watch = begin([{ code: 'refused', status: 429, retryAfter: 90_000 }, revisions])
    await settled()
    await watch.waits(89_999)
    expect(watch.asked()).toBe(1)
    await watch.waits(1)
    expect(watch.asked()).toBe(2)
  })

  test('is not asked for again of a gateway that does not have the call', async () => {
    const watch = begin([{ code: 'refused', status: 404 }])
    await settled()
    await watch.waits(600_000)
    expect(watch.asked()).toBe(1)
    expect(watch.isEnded()).toBe(true)
  })
})
