import { setTimeout as pause } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { interactionToNextPaint, unreported, zeroToInfinity, type Interaction } from './probe.ts'
import { press, waitUntilIdle, type Visit } from './visit.ts'

/** The interactions of the visit in their order. */
export const steps = {
  product: 'tap on the first product of the list',
  field: 'tap on the quantity',
  quantity: 'key in the quantity',
  add: "tap on 'Add to Cart'",
  cart: 'tap on the cart in the header',
  checkout: "tap on 'Checkout'",
} as const
export type Step = keyof typeof steps

/** Milliseconds from each interaction to the next paint, and the longest of them; Infinity if it was not possible. */
export type Purchase = Record<Step | 'inp', number>

/** Milliseconds after an interaction, and without a request by then: a shopper looks at the page before the next one. */
const idleTime = 500

/** Milliseconds until the result of a step must be there. */
const timeout = 10_000

/** Digits of a quantity whose total is more than the demo store's minimum order. */
const quantity = '9'

/** What a step does, and what is visible afterwards. */
interface Act {
  act: () => Promise<void>
  result: Locator
}

/** From the idle home page through a product and the cart to the heading of the checkout, in one document. */
export async function purchase(visit: Visit, homeUrl: string): Promise<Purchase> {
  const { page } = visit
  page.setDefaultTimeout(timeout)
  const main = page.getByRole('main')
  const field = main.getByRole('spinbutton', { name: 'Quantity', exact: true })
  const sheet = page.getByRole('region', { name: 'Shopping Cart' })
  await page.goto(homeUrl, { waitUntil: 'commit' })
  await waitUntilIdle(visit, 2_000)
  return takeSteps(visit, {
    product: {
      act: () => tap(visit, main.getByRole('heading', { level: 2 }).getByRole('link')),
      result: field,
    },
    field: { act: () => tap(visit, field), result: field },
    quantity: {
      act: async () => {
        await field.selectText()
        await page.keyboard.press(quantity)
      },
      result: field,
    },
    add: {
      act: () => tap(visit, main.getByRole('button', { name: 'Add to Cart', exact: true })),
      result: main.getByText(`${quantity} in cart`),
    },
    cart: {
      act: () => tap(visit, page.getByRole('banner').getByRole('button', { name: /item\(s\) - \$/ })),
      result: sheet,
    },
    checkout: {
      act: () => tap(visit, sheet.getByRole('link', { name: 'Checkout' })),
      result: page.getByRole('heading', { level: 1, name: 'Checkout' }),
    },
  })
}

const firstVisible = (target: Locator) => target.filter({ visible: true }).first()

/** Taps without the checks of Playwright's own `tap`, whose listeners would run within the measured interaction. */
async function tap(visit: Visit, target: Locator): Promise<void> {
  const seen = firstVisible(target)
  await seen.evaluate(element => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  const { x, y, width, height } = (await seen.boundingBox())!
  await press(visit, { x: x + width / 2, y: y + height / 2 })
}

/** Takes the steps one after the other. If one is not possible, it and the steps after it have no durations. */
async function takeSteps(visit: Visit, acts: Record<Step, Act>): Promise<Purchase> {
  const { page } = visit
  const began: Partial<Record<Step, number>> = {}
  try {
    for (const [step, { act, result }] of Object.entries(acts) as [Step, Act][]) {
      const now = await page.evaluate(() => performance.now())
      await act()
      await pause(idleTime) // looking for the result would take the page's time during the interaction
      await firstVisible(result).waitFor()
      began[step] = now
      await waitUntilIdle(visit, idleTime)
    }
  } catch (error) {
    process.stderr.write(`The scripted visit ended early: ${(error as Error).message.split('\n')[0]}\n`)
  }
  return durationsOf(began, await page.evaluate(() => window.bench.interactions()))
}

/**
 * The longest interaction of each step, and of the whole visit.
 *
 * @param began - when each step began, in milliseconds since the start of the navigation; absent if it was not possible
 */
export function durationsOf(began: Partial<Record<Step, number>>, interactions: readonly Interaction[]): Purchase {
  const names = Object.keys(steps) as Step[]
  const durations = names.map((step, at) => {
    const from = began[step] ?? Infinity
    const to = began[names[at + 1]!] ?? Infinity
    const within = interactions.filter(({ start }) => start >= from && start < to)
    return from === Infinity ? Infinity : Math.max(unreported, ...within.map(({ duration }) => duration))
  })
  const isDone = !durations.includes(Infinity)
  const inp = isDone ? interactionToNextPaint(interactions.map(({ duration }) => duration)) : Infinity
  const byStep = Object.fromEntries(names.map((step, at) => [step, durations[at]!])) as Record<Step, number>
  return { ...byStep, inp: zeroToInfinity(inp) }
}
