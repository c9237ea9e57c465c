import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import type { AnyRoute } from '#contract/route'
import { longestUnattended } from '#machines/parts/resumed'
import { isRestarted } from '#machines/journal/resume'
import { ruleOf } from '#machines/shop/resume-policy'
import { orderChangeMachine, type OrderChangeContext, type OrderChangeEvent } from '#machines/order-change/order-change'
import { changeConflicts, plainRefusal, whyNotSavable, type ChangeStage } from '#machines/order-change/selectors'
import { changeStage } from '#machines/order-change/selectors'
import type { Client } from '#src/effects/client.ts'
import { orderChangeWith } from '#src/effects/order-change.ts'
import { lost, refused, twoLeft } from '../../kit/outcomes.ts'
import { runJournaled, settled } from '../../kit/system.ts'
import {
  changedMeanwhile,
  changedOrder,
  foundTea,
  opening,
  otherTotal,
  packing,
  slotGone,
  twoPacks,
} from '../../model/order-change.model.ts'

/** The machine with a fake clock and a gateway that the test answers; `told` has the reports to the page. */
async function draft() {
  const told: { type: string }[] = []
  const report =
    (type: string) =>
    (_: unknown, params: unknown): void =>
      void told.push({ type, ...(params as object) })
  const running = runJournaled(
    orderChangeMachine.provide({
      actions: {
        reportSaved: report('change.saved'),
        reportDiscarded: report('change.discarded'),
        reportRefused: report('change.refused'),
        reportOutdated: report('change.outdated'),
      },
    } as never),
  )
  running.root.start()
  const send = async (event: OrderChangeEvent) => {
    running.root.send(event)
    await settled()
  }
  await send(opening)
  const snapshot = () =>
    running.root.getSnapshot() as Parameters<typeof changeStage>[0] & { context: OrderChangeContext }
  const waiting = (name: string) => running.pending.filter(one => one.name === name)
  const settle = async (name: string, outcome: { answer: unknown } | { refusal: unknown }) => {
    await running.settle(waiting(name).at(-1)!, outcome as never)
    await settled()
  }
  return {
    ...running,
    told,
    send,
    snapshot,
    waiting,
    context: () => snapshot().context,
    stage: (): ChangeStage => changeStage(snapshot()),
    answers: (name: string, answer: unknown) => settle(name, { answer }),
    refuses: (name: string, refusal: unknown) => settle(name, { refusal }),
    /** The shopper stops typing. */
    async pauses() {
      running.host.fireNext()
      await settled()
    },
  }
}

const twice = { type: 'change.setQuantity', productId: 1, quantity: 2 } as const

/** A draft with two packs whose amounts are confirmed. */
async function confirmed() {
  const shop = await draft()
  await shop.send(twice)
  await shop.pauses()
  await shop.answers('readPreview', twoPacks)
  return shop
}

describe('a placed order as a draft', () => {
  test('the amounts come from the gateway. It is asked when the draft has not been changed for 400 ms, and an answer to an earlier draft is dropped', async () => {
    const shop = await draft()
    await shop.send(twice)
    expect(shop.host.deadlines().map(at => at - shop.host.now())).toContain(400)
    expect(shop.waiting('readPreview')).toHaveLength(0)
    await shop.pauses()
    const [earlier] = shop.waiting('readPreview')
    expect(earlier!.input).toMatchObject({ orderId: 'order-1', change: { version: 4, lines: [{ quantity: 2 }] } })
    await shop.send({ ...twice, quantity: 3 })
    expect(earlier!.signal.aborted).toBe(true)
    await shop.pauses()
    await shop.answers('readPreview', twoPacks)
    expect(shop.stage()).toBe('previewed')
    expect(shop.context().preview?.total).toBe(31.8)
  })

  test('changes can be saved only with the amounts that the gateway has confirmed for them', async () => {
    const shop = await draft()
    const isRefused = async (why: string) => {
      await shop.send({ type: 'change.save' })
      expect(shop.waiting('changeOrder')).toHaveLength(0)
      expect(whyNotSavable(shop.snapshot() as never)).toBe(why)
    }
    await isRefused('unchanged')
    await shop.send(twice)
    await isRefused('updating')
    await shop.pauses()
    await isRefused('updating')
    await shop.refuses('readPreview', lost)
    await isRefused('unreachable')
    await shop.send({ type: 'change.retry' })
    await shop.refuses('readPreview', twoLeft)
    await isRefused('refused')
    expect(changeConflicts(shop.context())).toMatchObject([{ about: 'stock', left: 2 }])
    await shop.send({ ...twice, quantity: 0 })
    await shop.pauses()
    await isRefused('empty')
    await shop.send(twice)
    await shop.send({ type: 'change.typedAddress', field: 'city', value: ' ' })
    await shop.pauses()
    await isRefused('address')
    await shop.send({ type: 'change.typedAddress', field: 'city', value: 'Ryde' })
    await shop.pauses()
    await shop.answers('readPreview', twoPacks)
    await shop.send({ type: 'change.save' })
    expect(shop.waiting('changeOrder').map(({ input }) => input)).toMatchObject([
      { change: { total: 31.8, deliveryAddress: { city: 'Ryde' } } },
    ])
  })

  test('saving sends the change once. If its answer was lost it is sent again with its idempotency key, and until then the draft can’t be edited', async () => {
    const shop = await confirmed()
    await shop.send({ type: 'change.save' })
    await shop.send({ type: 'change.save' })
    await shop.send({ ...twice, quantity: 5 })
    const [first] = shop.waiting('changeOrder')
    expect(shop.waiting('changeOrder')).toHaveLength(1)
    expect(first!.input).toMatchObject({ requestId: 'visit/changeOrder/1-1' })
    await shop.refuses('changeOrder', lost)
    expect(shop.stage()).toBe('unanswered')
    await shop.send({ ...twice, quantity: 5 })
    await shop.send({ type: 'change.discard' })
    expect(shop.context().draft.lines[0]!.quantity).toBe(2)
    await shop.send({ type: 'change.save' })
    expect(shop.waiting('changeOrder').at(-1)!.input).toEqual(first!.input)
    await shop.answers('changeOrder', changedOrder)
    expect(shop.told).toMatchObject([{ type: 'change.saved', orderId: 'order-1', version: 5 }])
    expect(shop.stage()).toBe('closed')
  })

  test('a change that is refused keeps the draft, and the amounts are confirmed again', async () => {
    const shop = await confirmed()
    await shop.send({ type: 'change.save' })
    await shop.refuses('changeOrder', otherTotal)
    await shop.pauses()
    expect(shop.stage()).toBe('previewing')
    await shop.answers('readPreview', { ...twoPacks, total: 33.8 })
    expect(shop.context().draft.lines[0]!.quantity).toBe(2)
    expect(changeConflicts(shop.context())).toMatchObject([{ about: 'total' }])
    await shop.send({ type: 'change.save' })
    expect(shop.waiting('changeOrder').at(-1)!.input).toMatchObject({
      requestId: 'visit/changeOrder/1-2',
      change: { total: 33.8 },
    })
    await shop.refuses('changeOrder', { ...refused, message: 'Not like this.' })
    expect(plainRefusal(shop.context())).toBe('Not like this.')
    await shop.pauses()
    await shop.refuses('readPreview', slotGone)
    expect(changeConflicts(shop.context())).toMatchObject([{ about: 'slot' }])
    await shop.send({ type: 'change.chooseSlot', slotId: null })
    expect(shop.context().saveRefusal).toBeNull()
    expect(shop.told).toEqual([])
  })

  test('an order whose packing has begun, or whose cut-off has passed, ends the draft with the reason', async () => {
    const saving = await confirmed()
    await saving.send({ type: 'change.save' })
    await saving.refuses('changeOrder', packing)
    expect(saving.told).toMatchObject([{ type: 'change.refused', message: packing.message }])
    expect(saving.context().order).toBeNull()
    const previewing = await draft()
    await previewing.send(twice)
    await previewing.pauses()
    const cutOff = { ...packing, conflicts: [{ about: 'cutOff', message: 'Too late.' }] }
    await previewing.refuses('readPreview', cutOff)
    expect(previewing.told).toMatchObject([{ type: 'change.refused' }])
    expect(previewing.stage()).toBe('closed')
  })

  test('an order that was changed meanwhile can’t be saved: the draft stays readable until the shopper loads the order again', async () => {
    const shop = await confirmed()
    await shop.send({ type: 'change.save' })
    await shop.refuses('changeOrder', changedMeanwhile)
    expect(shop.stage()).toBe('outdated')
    await shop.send({ type: 'change.save' })
    await shop.send({ ...twice, quantity: 5 })
    expect(shop.context().draft.lines[0]!.quantity).toBe(2)
    expect(shop.told).toEqual([])
    await shop.send({ type: 'change.reload' })
    expect(shop.told).toMatchObject([{ type: 'change.outdated' }])
  })

  test('changes are discarded after a question; without changes nothing is asked', async () => {
    const shop = await draft()
    await shop.send(twice)
    await shop.send({ type: 'change.discard' })
    expect(shop.told).toEqual([])
    await shop.send({ type: 'change.dismiss' })
    await shop.send({ type: 'change.confirm' })
    expect(shop.told).toEqual([])
    // back at the quantity that was ordered nothing is changed
    await shop.send({ ...twice, quantity: 1 })
    await shop.send({ type: 'change.discard' })
    expect(shop.told).toMatchObject([{ type: 'change.discarded' }])
    await shop.send(opening)
    await shop.send(twice)
    await shop.send({ type: 'change.discard' })
    await shop.send({ type: 'change.confirm' })
    expect(shop.told).toHaveLength(2)
    expect(shop.waiting('changeOrder')).toHaveLength(0)
  })

  test('a removed product stays in the draft, and raising its quantity puts it back', async () => {
    const shop = await draft()
    await shop.send({ type: 'change.search', text: 'tea' })
    await shop.pauses()
    await shop.answers('readSuggestions', foundTea)
    await shop.send({ type: 'change.add', productId: 2 })
    await shop.send({ type: 'change.add', productId: 2 })
    await shop.send({ ...twice, quantity: 0 })
    await shop.pauses()
    expect(shop.waiting('readPreview')[0]!.input).toMatchObject({
      change: { lines: [{ productId: 2, quantity: 1 }] },
    })
    expect(shop.context().draft.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [1, 0],
      [2, 1],
    ])
    await shop.send(twice)
    expect(shop.context().draft.lines[0]).toMatchObject({ productId: 1, quantity: 2 })
    await shop.send({ ...twice, quantity: -1 })
    await shop.send({ ...twice, quantity: 1_000 })
    await shop.send({ ...twice, quantity: 1.5 })
    expect(shop.context().draft.lines[0]).toMatchObject({ productId: 1, quantity: 2 })
  })

  test('the key of the order’s link is never in the machine', async () => {
    const asked: { route: AnyRoute; body: unknown }[] = []
    const call = (async (route: AnyRoute, { body } = {} as { body?: unknown }) => {
      asked.push({ route, body })
      return { done: true, answer: { data: twoPacks } }
    }) as unknown as Client
    const { readPreview, changeOrder } = orderChangeWith(call, number => ({ key: `secret-${number}` })).implementations
      .actors as Record<string, AnyActorLogic>
    const shop = await confirmed()
    await shop.send({ type: 'change.save' })
    const { input } = shop.waiting('changeOrder')[0]!
    await toPromise(createActor(readPreview!, { input }).start())
    const made = await toPromise(createActor(changeOrder!, { input }).start())
    expect(JSON.stringify(made)).not.toContain('secret')
    expect(asked.map(({ route, body }) => [route.path, body])).toMatchObject([
      ['/order/{id}/change-preview', { key: 'secret-1001', version: 4 }],
      ['/order/{id}/change', { key: 'secret-1001', version: 4, requestId: 'visit/changeOrder/1-1', total: 31.8 }],
    ])
    expect(JSON.stringify([shop.entries, shop.persisted()])).not.toContain('secret')
  })

  test('after a reload the draft is as it was. A change that was being saved is sent again with its key, after ten minutes only if the shopper says so', async () => {
    const shop = await confirmed()
    const resumed = runJournaled(orderChangeMachine, JSON.parse(shop.persisted()))
    resumed.root.start()
    await settled()
    expect((resumed.root.getSnapshot() as { context: OrderChangeContext }).context).toEqual(shop.context())
    expect(ruleOf('orderChange', 'readPreview')).toBe('restart')
    const rule = ruleOf('orderChange', 'changeOrder')
    expect(isRestarted(rule, longestUnattended - 1)).toBe(true)
    expect(isRestarted(rule, longestUnattended)).toBe(false)
    await shop.send({ type: 'change.save' })
    await shop.refuses('changeOrder', { code: 'interrupted', message: 'The page was reloaded.', status: 0 })
    expect(shop.stage()).toBe('unanswered')
  })

  test('the page of another order ends it', async () => {
    const shop = await confirmed()
    await shop.send({ type: 'change.save' })
    const [sent] = shop.waiting('changeOrder')
    await shop.send({ type: 'change.close' })
    expect(sent!.signal.aborted).toBe(true)
    expect(shop.context()).toMatchObject({ order: null, draft: { lines: [], address: null } })
    expect(shop.told).toEqual([])
  })
})
