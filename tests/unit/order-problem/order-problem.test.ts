import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import { largestPhotograph } from '#contract/order-problem'
import { longestUnattended } from '#machines/parts/resumed'
import { isRestarted } from '#machines/journal/resume'
import { createVault } from '#machines/journal/vault'
import {
  nextPhotograph,
  orderProblemMachine,
  type OrderProblemEvent,
  type OrderProblemSnapshot,
} from '#machines/order-problem/order-problem'
import { reportableLines } from '#machines/order-problem/problem-form'
import { plainRefusal, reportedCount, shownErrors } from '#machines/order-problem/selectors'
import { ruleOf } from '#machines/shop/resume-policy'
import type { Client } from '#src/effects/client.ts'
import { orderProblemWith } from '#src/effects/order-problem.ts'
import { limited, lost } from '../../kit/outcomes.ts'
import { runJournaled, settled } from '../../kit/system.ts'
import { deliveredOrder, notPhotograph, opening, usedUp } from '../../model/order-problem.model.ts'
import { reportedOrder } from '../../model/own-order.model.ts'

/** The machine with a gateway that the test answers; `told` has the reports to the page. */
async function form() {
  const told: string[] = []
  const running = runJournaled(
    orderProblemMachine.provide({
      actions: {
        reportSent: () => void told.push('problem.sent'),
        reportDismissed: () => void told.push('problem.dismissed'),
        reportOutdated: () => void told.push('problem.outdated'),
      },
    } as never),
  )
  running.root.start()
  const send = async (event: OrderProblemEvent) => {
    running.root.send(event)
    await settled()
  }
  await send(opening)
  const snapshot = () => running.root.getSnapshot() as OrderProblemSnapshot
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
    answers: (name: string, answer: unknown) => settle(name, { answer }),
    refuses: (name: string, refusal: unknown) => settle(name, { refusal }),
  }
}

const oneLine = { type: 'problem.chooseLine', productId: 1, quantity: 1 } as const
const damaged = { type: 'problem.chooseKind', kind: 'damaged' } as const
const chosen = {
  type: 'problem.choosePhotograph',
  handle: 'visit/reportProblem/1/photograph/1',
  bytes: 40_000,
} as const
const sends = { type: 'problem.send' } as const

/** A report that can be sent. */
async function complete() {
  const page = await form()
  await page.send(oneLine)
  await page.send(damaged)
  return page
}

describe('a report that something is wrong', () => {
  test('a report is sent once it says what is wrong and with which products; ‘Something else’ needs a text instead of products', async () => {
    const page = await form()
    expect(shownErrors(page.snapshot())).toEqual({})
    const isRefused = async (...fields: string[]) => {
      await page.send(sends)
      expect(Object.keys(shownErrors(page.snapshot()))).toEqual(fields)
      expect(page.waiting('reportProblem')).toEqual([])
    }
    await isRefused('lines', 'kind')
    await page.send(damaged)
    await isRefused('lines')
    await page.send({ type: 'problem.chooseKind', kind: 'other' })
    await isRefused('comment')
    await page.send({ type: 'problem.typeComment', text: ' \u200b ' })
    await isRefused('comment')
    await page.send({ type: 'problem.typeComment', text: ' The driver has not come ' })
    await page.send(sends)
    expect(page.waiting('reportProblem')).toMatchObject([
      { input: { report: { kind: 'other', lines: [], comment: 'The driver has not come' }, photograph: null } },
    ])
    await page.answers('reportProblem', reportedOrder)
    expect(page.told).toEqual(['problem.sent'])
  })

  test('is about at most as many of a product as the order has, and about no other', async () => {
    const page = await form()
    expect(reportableLines(deliveredOrder)).toMatchObject([{ productId: 1, quantity: 2 }])
    for (const quantity of [3, -1, 1.5, Number.NaN]) {
      await page.send({ ...oneLine, quantity })
      expect(reportedCount(page.context(), 1)).toBe(0)
    }
    await page.send({ ...oneLine, productId: 99 })
    expect(page.context().form.lines).toEqual([])
    await page.send({ ...oneLine, quantity: 2 })
    expect(reportedCount(page.context(), 1)).toBe(2)
    await page.send({ ...oneLine, quantity: 0 })
    expect(page.context().form.lines).toEqual([])
    const twice = { lines: [...deliveredOrder.lines, ...deliveredOrder.lines] }
    expect(reportableLines(twice)).toMatchObject([{ productId: 1, quantity: 4 }])
  })

  test('the report is sent once: if its answer was lost it is sent again with its idempotency key, and until then only its photograph can be changed', async () => {
    const page = await complete()
    await page.send(sends)
    await page.send(sends)
    await page.send({ ...oneLine, quantity: 2 })
    const [first] = page.waiting('reportProblem')
    expect(page.waiting('reportProblem')).toHaveLength(1)
    expect(first!.input).toMatchObject({ requestId: 'visit/reportProblem/1-1', orderId: 'order-1' })
    await page.refuses('reportProblem', lost)
    expect(page.snapshot().value).toBe('unanswered')
    await page.send({ ...oneLine, quantity: 2 })
    await page.send({ type: 'problem.typeComment', text: 'More' })
    await page.send(chosen)
    await page.send(sends)
    expect(page.waiting('reportProblem').at(-1)!.input).toEqual({
      ...(first!.input as object),
      photograph: chosen.handle,
    })
    await page.refuses('reportProblem', limited)
    expect(page.snapshot().value).toBe('unanswered')
    await page.send({ type: 'problem.dismiss' })
    expect(page.told).toEqual(['problem.outdated'])
    expect(page.context().order).toBeNull()
  })

  test('a report that is refused keeps what was entered, and is sent again with another key', async () => {
    const page = await complete()
    await page.send(chosen)
    await page.send(sends)
    await page.refuses('reportProblem', notPhotograph)
    expect(shownErrors(page.snapshot())).toEqual({ photograph: notPhotograph.message })
    expect(plainRefusal(page.snapshot())).toBeNull()
    await page.send({ type: 'problem.removePhotograph' })
    expect(shownErrors(page.snapshot())).toEqual({})
    await page.send(sends)
    expect(page.waiting('reportProblem').at(-1)!.input).toMatchObject({
      requestId: 'visit/reportProblem/1-2',
      report: { kind: 'damaged', lines: [{ productId: 1, quantity: 1 }] },
      photograph: null,
    })
    await page.refuses('reportProblem', usedUp)
    expect(plainRefusal(page.snapshot())).toBe(usedUp.message)
    expect(page.told).toEqual([])
  })

  test('a photograph of more than 8 MB is not kept', async () => {
    const page = await form()
    await page.send({ ...chosen, bytes: largestPhotograph })
    expect(page.context()).toMatchObject({ form: { photograph: chosen.handle }, photographLoss: null })
    await page.send({ ...chosen, bytes: largestPhotograph + 1 })
    expect(page.context()).toMatchObject({ form: { photograph: null }, photographLoss: 'too-large' })
    await page.send({ ...chosen, bytes: 0 })
    expect(page.context().form.photograph).toBeNull()
    await page.send({ type: 'problem.removePhotograph' })
    expect(page.context().photographLoss).toBeNull()
  })

  test('the photograph is never in the machine, which has its handle only. After a reload the form says that it has to be chosen again', async () => {
    const vault = createVault()
    const asked: unknown[] = []
    const call = (async (_: unknown, { body } = {} as { body?: unknown }) => {
      asked.push(body)
      return { done: true, answer: { data: reportedOrder } }
    }) as unknown as Client
    const { reportProblem, watchPhotograph } = orderProblemWith({ call, vault }, () => ({})).implementations
      .actors as Record<string, AnyActorLogic>
    const page = await complete()
    expect(nextPhotograph(page.context())).toBe(chosen.handle)
    vault.keep(chosen.handle, 'data:image/jpeg;base64,c2VjcmV0')
    await page.send(chosen)
    await page.send(sends)
    const { input } = page.waiting('reportProblem')[0]!
    const sent = await toPromise(createActor(reportProblem!, { input }).start())
    expect(sent).toEqual(reportedOrder)
    expect(asked).toMatchObject([{ photograph: 'c2VjcmV0', kind: 'damaged' }])
    expect(vault.read(chosen.handle)).toBe('')
    expect(JSON.stringify([page.entries, page.persisted()])).not.toMatch(/c2VjcmV0|base64/)
    // the page was loaded again while it was sent
    await expect(toPromise(createActor(reportProblem!, { input }).start())).rejects.toMatchObject({ code: 'lost' })
    expect(asked).toHaveLength(1)
    await page.refuses('reportProblem', lost)
    const watch = page.waiting('watchPhotograph').at(-1)!
    expect(watch.input).toEqual({ photograph: chosen.handle })
    expect(await toPromise(createActor(watchPhotograph!, { input: watch.input }).start())).toBeNull()
    await page.answers('watchPhotograph', null)
    expect(page.context()).toMatchObject({ form: { photograph: null }, photographLoss: 'reload' })
    expect(ruleOf('orderProblem', 'watchPhotograph')).toBe('restart')
  })

  test('a photograph that is there is watched until the form ends', async () => {
    const vault = createVault()
    vault.keep('kept', 'data:,')
    const { watchPhotograph } = orderProblemWith({ call: (() => {}) as never, vault }, () => ({})).implementations
      .actors as Record<string, AnyActorLogic>
    for (const photograph of ['kept', null]) {
      const watching = createActor(watchPhotograph!, { input: { photograph } }).start()
      await settled()
      expect(watching.getSnapshot().status).toBe('active')
      watching.stop()
    }
  })

  test('what was entered is kept while the form is closed, until it is sent, or the page of another order is opened', async () => {
    const page = await complete()
    await page.send({ type: 'problem.dismiss' })
    expect([page.snapshot().value, page.told]).toEqual(['closed', ['problem.dismissed']])
    await page.send({ ...opening, keyStart: 'visit/reportProblem/2' })
    expect(page.context()).toMatchObject({ form: { kind: 'damaged', lines: [{ productId: 1 }] } })
    await page.send({ type: 'problem.end' })
    await page.send({ ...opening, keyStart: 'visit/reportProblem/3' })
    expect(page.context()).toMatchObject({ form: { kind: null, lines: [] }, keyStart: 'visit/reportProblem/3' })
    await page.send(oneLine)
    await page.send(damaged)
    await page.send(sends)
    await page.answers('reportProblem', reportedOrder)
    expect(page.context().form).toMatchObject({ kind: null, lines: [] })
  })

  test('the key of the order’s link is never in the machine', async () => {
    const asked: unknown[] = []
    const call = (async (_: unknown, { body } = {} as { body?: unknown }) => {
      asked.push(body)
      return { done: true, answer: { data: reportedOrder } }
    }) as unknown as Client
    const { reportProblem } = orderProblemWith({ call, vault: createVault() }, number => ({ key: `secret-${number}` }))
      .implementations.actors as Record<string, AnyActorLogic>
    const page = await complete()
    await page.send(sends)
    const { input } = page.waiting('reportProblem')[0]!
    const made = await toPromise(createActor(reportProblem!, { input }).start())
    expect(asked).toMatchObject([{ key: 'secret-1001', requestId: 'visit/reportProblem/1-1' }])
    expect(JSON.stringify([made, page.entries, page.persisted()])).not.toContain('secret')
  })

  test('after a reload the form is as it was. A report that was being sent is sent again with its key, one with a photograph only if the shopper says so', async () => {
    const page = await complete()
    const resumed = runJournaled(orderProblemMachine, JSON.parse(page.persisted()))
    resumed.root.start()
    await settled()
    expect((resumed.root.getSnapshot() as OrderProblemSnapshot).context).toEqual(page.context())
    const rule = ruleOf('orderProblem', 'reportProblem')
    expect(isRestarted(rule, longestUnattended - 1)).toBe(true)
    expect(isRestarted(rule, longestUnattended)).toBe(false)
    await page.send(chosen)
    await page.send(sends)
    await page.refuses('reportProblem', { code: 'interrupted', message: 'The page was reloaded.', status: 0 })
    expect(page.snapshot().value).toBe('unanswered')
  })
})
