import fc from 'fast-check'
import { expect, test } from 'vitest'
import { schema } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import { initialCheckpoint } from '#machines/journal/resume'
import { allMethods } from '#machines/delivery-place/delivery-place'
import type { SlotQuestion } from '#machines/slots/slots'
import { startingPoint } from '#machines/shop/resume'
import { restoreTimers, timeLeft, timersIn } from '#machines/journal/timers'
import { privateMachineIds } from '#machines/shop/shop-setup'
import { step, takePossible } from '../kit/random-events.ts'
import { openShop, type OpenShop } from '../kit/open-shop.ts'
import { simulateReload, isInterrupted, reloadTime } from '../kit/reloads.ts'
import { seed } from '../kit/seed.ts'
import { canonical, settled, type Pending } from '../kit/system.ts'

const isMine = (path: string) => privateMachineIds.includes(path.split('/')[1] ?? '')

/** Requests of the public machines, which restart after a reload, or are started again by the page. */
const isPublic = ({ name, input }: Pending) =>
  /^(catalogue|list|readProduct|readRow|readSuggestions|readPlace|writePlace|watchPlace|readArea|loadPage|reveal)(\/|$)/.test(
    name,
  ) ||
  (name.endsWith('readSlots') && (input as SlotQuestion).methodId === allMethods)
const isPrivate = (one: Pending) => !isPublic(one)
/** Whether a call fails as interrupted instead of being repeated. */
const isLost = (one: Pending) => isPrivate(one) && isInterrupted(one)

/** The snapshots of the shopper's machines, and the shop's data about the shopper. */
function mine({ root }: OpenShop) {
  const { children, context } = JSON.parse(JSON.stringify(root.getPersistedSnapshot())) as {
    children: Record<string, { snapshot: unknown }>
    context: { visitId: string; customer: unknown; account: unknown }
  }
  const { visitId, customer, account } = context
  const machines = Object.fromEntries(privateMachineIds.map(id => [id, children[id]?.snapshot]))
  return canonical({ machines, visitId, customer, account })
}

/** The pending requests of the shopper's machines. */
const asked = ({ pending }: OpenShop) =>
  pending
    .filter(isPrivate)
    .map(({ name, input }) => canonical({ name, input }))
    .toSorted()

/** The scheduled timers of the shopper's machines. */
const scheduled = ({ root }: OpenShop) =>
  timersIn(root)
    .filter(({ to }) => isMine(to))
    .map(({ to, event }) => `${to} ${event.type}`)
    .toSorted()

/** Reloads the page as `src/journal/visit.ts` does. */
async function reload(shop: OpenShop) {
  const now = shop.host.now() + reloadTime
  const journal = { schema, fingerprints, checkpoint: null, entries: shop.entries }
  const point = startingPoint(shop.logic, journal, { others: initialCheckpoint(shop.logic, now) })!.state
  const reloaded = openShop(point.snapshot, point.seq, now)
  reloaded.root.start()
  restoreTimers(reloaded.root, point.timers, timer => timeLeft(timer, now))
  await settled()
  const timers = point.timers.filter(({ to }) => isMine(to))
  return { reloaded, dueAt: timers.map(timer => timer.dueAt) }
}

/** The private machines that run, with their states. */
const statesOf = ({ root }: OpenShop) =>
  Object.entries(root.getSnapshot().children as Record<string, { getSnapshot(): { value: unknown } } | undefined>)
    .filter(([id]) => privateMachineIds.includes(id))
    .map(([id, actor]) => `${id} ${JSON.stringify(actor?.getSnapshot().value)}`)

/** Reloads the page and compares it with one that was not reloaded, to which the same happens. */
async function expectSameAfterReload(shop: OpenShop) {
  const deadlines = shop.host.deadlines()
  const { reloaded, dueAt } = await reload(shop)
  await simulateReload(shop, isPrivate as never)
  expect(mine(reloaded)).toBe(mine(shop))
  expect(asked(reloaded)).toEqual(asked(shop))
  expect(scheduled(reloaded)).toEqual(scheduled(shop))
  for (const at of dueAt) {
    expect([...deadlines, ...shop.host.deadlines()]).toContain(at)
    expect(reloaded.host.deadlines()).toContain(Math.max(at, reloaded.host.now()))
  }
  reloaded.root.stop()
}

test('a reload at any moment of a visit restores the shopper’s machines and repeats no request', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), async steps => {
      const shop = openShop()
      shop.root.start()
      for (const [at, one] of steps.entries()) {
        await takePossible(shop, one)
        if (at % 6 > 0 || shop.pending.some(isLost)) continue
        for (const state of statesOf(shop)) reached.add(state)
        await expectSameAfterReload(shop)
      }
      for (const state of statesOf(shop)) reached.add(state)
      await expectSameAfterReload(shop)
      shop.root.stop()
    }),
    { seed, numRuns: 40 },
  )
  // guards against a property that holds only because the random visits do nothing
  expect(reached.size).toBeGreaterThan(25)
})
