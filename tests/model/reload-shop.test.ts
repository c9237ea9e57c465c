import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginning, interruption, startingPoint } from '#machines/journal/boot'
import { rearm, timeLeft, timersIn } from '#machines/journal/timers'
import { privateCharts } from '#machines/shop/shop'
import { interruptedEffects } from '#src/journal/resume.ts'
import { step, takePossible } from '../kit/happenings.ts'
import { openShop, type OpenShop } from '../kit/open-shop.ts'
import { canonical, settled, type Pending } from '../kit/system.ts'

/** Milliseconds that a page is away while it is loaded again. */
const away = 700

const isMine = (address: string) => privateCharts.includes(address.split('/')[1] ?? '')

/** What the charts ask that everybody sees alike; they begin anew. */
const isPublic = ({ name }: Pending) => /^(catalogue|list|readProduct|loadPage|reveal)(\/|$)/.test(name)
const isPrivate = (one: Pending) => !isPublic(one)
const isInterrupted = (src: string) => interruptedEffects.includes(src)
/** Whether a call can't be made again once the page is gone. */
const isLost = (one: Pending) => isPrivate(one) && isInterrupted(one.name.split('/').at(-1)!)

/** The shopper's own charts, whole, and what the shop knows of the shopper. */
function mine({ root }: OpenShop) {
  const { children, context } = JSON.parse(JSON.stringify(root.getPersistedSnapshot())) as {
    children: Record<string, { snapshot: unknown }>
    context: { flow: string; customer: unknown; account: unknown }
  }
  const { flow, customer, account } = context
  const charts = Object.fromEntries(privateCharts.map(id => [id, children[id]?.snapshot]))
  return canonical({ charts, flow, customer, account })
}

/** What the shopper's charts have asked, and wait for. */
const asked = ({ pending }: OpenShop) =>
  pending
    .filter(isPrivate)
    .map(({ name, input }) => canonical({ name, input }))
    .toSorted()

/** The timers that the shopper's charts have armed. */
const armed = ({ root }: OpenShop) =>
  timersIn(root)
    .filter(({ to }) => isMine(to))
    .map(({ to, event }) => `${to} ${event.type}`)
    .toSorted()

/** The page is loaded again, as `src/journal/visit.ts` has it. */
async function loadedAgain(shop: OpenShop) {
  const now = shop.host.now() + away
  const journal = { schema: '', fingerprints: {}, checkpoint: null, entries: shop.entries }
  const point = startingPoint(shop.logic, journal, beginning(shop.logic, now), isInterrupted)
  const again = openShop(point.snapshot, point.seq, now)
  again.root.start()
  rearm(again.root, point.timers, timer => timeLeft(timer, now))
  await settled()
  const timers = point.timers.filter(({ to }) => isMine(to))
  return { again, dueAt: timers.map(timer => timer.dueAt) }
}

/** Calls of the shopper's charts that can't be made again are lost. */
async function loses(shop: OpenShop) {
  shop.host.elapse(away)
  for (const one of shop.pending.filter(isLost))
    if (shop.pending.includes(one)) await shop.settle(one, { refusal: interruption as never })
}

/** Which private charts a shop runs, and where each stands. */
const places = ({ root }: OpenShop) =>
  Object.entries(root.getSnapshot().children as Record<string, { getSnapshot(): { value: unknown } } | undefined>)
    .filter(([id]) => privateCharts.includes(id))
    .map(([id, actor]) => `${id} ${JSON.stringify(actor?.getSnapshot().value)}`)

/** The page is loaded again now, and what is the shopper's is as it would be here. @param meanwhile - what happens here, too */
async function isTheSameAgain(shop: OpenShop, meanwhile = async (_shop: OpenShop) => {}) {
  const deadlines = shop.host.deadlines()
  const { again, dueAt } = await loadedAgain(shop)
  await meanwhile(shop)
  expect(mine(again)).toBe(mine(shop))
  expect(asked(again)).toEqual(asked(shop))
  expect(armed(again)).toEqual(armed(shop))
  for (const at of dueAt) {
    expect([...deadlines, ...shop.host.deadlines()]).toContain(at)
    expect(again.host.deadlines()).toContain(Math.max(at, again.host.now()))
  }
  again.root.stop()
}

test('a reload at any moment of a visit brings the shopper’s charts back whole, and asks nothing twice', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), async steps => {
      const shop = openShop()
      shop.root.start()
      for (const [at, one] of steps.entries()) {
        await takePossible(shop, one)
        if (at % 6 > 0 || shop.pending.some(isLost)) continue
        for (const place of places(shop)) reached.add(place)
        await isTheSameAgain(shop)
      }
      for (const place of places(shop)) reached.add(place)
      await isTheSameAgain(shop, loses)
      shop.root.stop()
    }),
    { numRuns: 40 },
  )
  // a property of visits in which nothing happens says nothing
  expect(reached.size).toBeGreaterThan(25)
})
