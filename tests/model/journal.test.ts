import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initialCheckpoint } from '#machines/journal/resume'
import { startingPoint } from '#machines/shop/resume'
import { schema, type Checkpoint, type Entry } from '#machines/journal/entry'
import { actorAt } from '#machines/journal/actor-at'
import { fingerprints } from '#machines/journal/fingerprints'
import { createReplayer, replay, ReplayDivergence } from '#machines/journal/replay'
import { timersIn } from '#machines/journal/timers'
import { shopMachine } from '#machines/shop/shop'
import { randomEvents, step, take } from '../kit/random-events.ts'
import { answerFor, riceLine } from '../kit/outcomes.ts'
import { locationOf, openShop, type OpenShop } from '../kit/open-shop.ts'
import { seed } from '../kit/seed.ts'
import { canonical, settled } from '../kit/system.ts'

const replayed = (run: OpenShop, checkpoint: Checkpoint | null, entries: Entry[], upTo?: number) =>
  canonical(replay(run.logic, { checkpoint, entries }, upTo).snapshot())

describe('the journal', () => {
  test('replays to the state of every moment of a random visit and runs no effect', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 90 }), async steps => {
        const run = openShop()
        run.root.start()
        const moments: [number, string][] = []
        for (const one of steps) {
          await take(run, one)
          moments.push([run.recorder.seq(), run.persisted()])
        }
        const effects = run.pending.length
        expect(run.failures).toEqual([])
        const replayer = createReplayer(run.logic, null)
        const rest = [...run.entries]
        for (const [seq, moment] of moments) {
          while (rest.length > 0 && rest[0]!.seq <= seq) replayer.apply(rest.shift()!)
          expect(canonical(replayer.snapshot())).toBe(moment)
        }
        expect(run.pending.length).toBe(effects)
        run.root.stop()
      }),
      { seed, numRuns: 150 },
    )
  })

  test('replays to the same state from a checkpoint at any moment and the entries after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), fc.nat(), async (steps, dice) => {
        const run = openShop()
        run.root.start()
        const cut = dice % steps.length
        for (const one of steps.slice(0, cut)) await take(run, one)
        const checkpoint: Checkpoint = JSON.parse(
          JSON.stringify({
            seq: run.recorder.seq(),
            at: run.host.now(),
            snapshot: run.root.getPersistedSnapshot(),
            timers: timersIn(run.root, (_key, { startedAt, delay }) => startedAt + delay),
          }),
        )
        for (const one of steps.slice(cut)) await take(run, one)
        const tail = run.entries.filter(entry => entry.seq > checkpoint.seq)
        expect(replayed(run, checkpoint, tail)).toBe(run.persisted())
        run.root.stop()
      }),
      { seed, numRuns: 80 },
    )
  })

  test('fails to replay with the number of the entry that no machine can take', () => {
    const entry: Entry = { seq: 1, at: 0, to: 'shop/comparison', kind: 'send', event: { type: 'comparison.add' } }
    expect(() => replay(shopMachine, { checkpoint: null, entries: [entry] })).toThrow(ReplayDivergence)
  })
})

describe('a reload', () => {
  const reloaded = (run: OpenShop) =>
    startingPoint(
      run.logic,
      { schema, fingerprints, checkpoint: null, entries: run.entries },
      { others: initialCheckpoint(run.logic, run.host.now()) },
    )!.state

  test('sends an addition in flight again with the same idempotency key', async () => {
    const run = openShop()
    run.root.start()
    run.root.send({ type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
    await settled()
    await run.settle(
      run.pending.find(one => one.name.endsWith('begin'))!,
      { answer: answerFor('begin', null) },
    )
    actorAt(run.root, 'shop/cart')!.send(randomEvents.find(([, event]) => event.type === 'cart.add')![1])
    await settled()
    const sent = run.pending.find(one => one.name === 'cart/addLine')!.input
    run.root.stop()

    const again = openShop(reloaded(run).snapshot)
    again.root.start()
    await settled()
    expect(again.pending.find(one => one.name === 'cart/addLine')!.input).toEqual(sent)
    await again.settle(
      again.pending.find(one => one.name === 'cart/addLine')!,
      { answer: riceLine },
    )
    const { lines } = (actorAt(again.root, 'shop/cart')!.getSnapshot() as { context: { lines: unknown[] } }).context
    expect(lines).toEqual([riceLine])
  })

  test('restores the cart that the shop last received, for the checkout', async () => {
    const run = openShop()
    run.root.start()
    run.root.send({ type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
    await settled()
    await run.settle(
      run.pending.find(one => one.name.endsWith('begin'))!,
      { answer: answerFor('begin', null) },
    )
    const { context } = reloaded(run).snapshot as { context: { basket: unknown } }
    expect(context.basket).toMatchObject({ sessionId: 'session-1', quantity: 1, subtotal: 1590 })
  })

  // Specification: 4.33, S.8.22
  test('keeps checkout form input and restarts the public machines', async () => {
    const run = openShop()
    run.root.start()
    run.root.send({ type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
    await settled()
    await run.settle(
      run.pending.find(one => one.name === 'loadPage')!,
      { answer: { page: 'checkout' } },
    )
    actorAt(run.root, 'shop/checkout')!.send({
      type: 'checkout.typed',
      form: 'person',
      field: 'firstName',
      value: '李',
    })
    const point = reloaded(run)
    const again = openShop(point.snapshot)
    again.root.start()
    const snapshot = actorAt(again.root, 'shop/checkout')!.getSnapshot() as {
      context: { person: { firstName: string } }
    }
    expect(snapshot.context.person.firstName).toBe('李')
    expect((again.root.getSnapshot() as { context: { shown: unknown } }).context.shown).toBeNull()
    expect(again.pending.map(one => one.name)).toContain('catalogue/readBanners/ask')
  })
})
