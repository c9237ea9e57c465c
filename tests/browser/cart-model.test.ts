import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { quantityOf, subtotalOf } from '#contract/cart'
import { checkoutMachine } from '#machines/checkout'
import { expectedLines, expectedQuantity, isAdding, type CartContext } from '#machines/cart'
import { actorAt } from '#machines/journal/entry'
import { register } from '#machines/journal/registry'
import { replay } from '#machines/journal/replay'
import { productMachine } from '#machines/product'
import { shopMachine } from '#machines/shop'
import { couponModel, linesModel } from '../model/cart.model.ts'
import { cover, everyTransition, explore, transitionsOf, type Model, type Path } from '../model/graph.ts'
import { rice, tea } from '../model/outcomes.ts'
import { launch, ModelPage } from './page-model.ts'

const list = '/main/product-list/0'
const stateOf = (state: AnyMachineSnapshot) => state.value as { lines: string; coupon: string }

/** What the page has a control for, or the world a way to do, in a state. */
function isOffered(state: AnyMachineSnapshot, { type, ...event }: AnyEventObject): boolean {
  const context = state.context as CartContext
  const { lines, coupon } = stateOf(state)
  const line = expectedLines(context).find(one => one.id === event.lineId)
  const typed = line && context.typed[line.id]
  switch (type) {
    case 'visit.began':
      return lines === 'unopened' && context.sessionId === null
    case 'cart.add':
      return context.sessionId !== null
    case 'cart.opened':
      return context.sessionId !== null
    case 'cart.reread':
      return context.sessionId !== null || lines === 'unopened'
    case 'cart.setQuantity':
      if (!line) return false
      return event.value === '' ? typed === undefined : typed !== undefined || expectedQuantity(context, line) !== 2
    case 'cart.remove':
      return line !== undefined
    case 'cart.reload':
      return lines === 'unreachable'
    case 'cart.ordered':
    case 'cart.left':
      return (
        lines === 'idle' &&
        coupon !== 'validating' &&
        coupon !== 'withdrawing' &&
        context.lines.length > 0 &&
        Object.keys(context.typed).length === 0
      )
    case 'coupon.typed':
      return context.lines.length > 0 && context.code !== event.value && coupon === 'none'
    case 'coupon.apply':
    case 'coupon.remove':
      return context.lines.length > 0
    default:
      return true
  }
}

const offered = (model: Model): Model => ({
  ...model,
  cases: state => model.cases(state).filter(event => isOffered(state, event)),
})

const outputOf = (event: AnyEventObject) => event.output as object

/** How each happening of the models is made to happen to the real page. */
async function happens(page: ModelPage, event: AnyEventObject, before: CartContext) {
  const { page: tab } = page
  const quantity = () => tab.getByRole('main').getByRole('spinbutton', { name: `Quantity: ${rice.name}` })
  switch (event.type) {
    case 'visit.began':
      return page.visits(list, event.sessionId as string)
    case 'cart.opened':
      return page.begins(event.lines as object[])
    case 'cart.reread':
      if (!page.isVisited()) await page.visits(list, null)
      return page.hearsOfAnotherTab()
    case 'cart.add':
      await page.goes(list)
      return tab.getByRole('button', { name: `Add to Cart: ${event.productName as string}` }).click()
    case 'cart.setQuantity':
      await page.goes('/cart')
      return quantity().fill(event.value as string)
    case 'cart.remove':
      await page.goes('/cart')
      return tab
        .getByRole('main')
        .getByRole('button', { name: `Remove ${rice.name}` })
        .click()
    case 'cart.reload':
      await page.goes('/cart')
      return tab.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    case 'cart.ordered':
      if (page.isPending('begin')) await page.begins(before.lines)
      return page.orders()
    case 'cart.left':
      if (page.isPending('begin')) await page.begins(before.lines)
      return page.expires()
    case 'coupon.typed':
      await page.goes('/cart')
      return tab.getByLabel('Coupon code').fill(event.value as string)
    case 'coupon.apply':
      await page.goes('/cart')
      return tab.getByRole('button', { name: 'Apply Coupon' }).click()
    case 'coupon.remove':
      await page.goes('/cart')
      return tab.getByRole('button', { name: 'Remove Coupon' }).click()
    case 'xstate.done.actor.addLine':
    case 'xstate.done.actor.changeLine':
    case 'xstate.done.actor.removeLine':
    case 'xstate.done.actor.validateCoupon':
      return page.answers(event.actorId as string, { data: outputOf(event) })
    case 'xstate.done.actor.readCart':
      return page.answers('readCart', { listData: outputOf(event) })
    case 'xstate.done.actor.removeCoupon':
      return page.answers('removeCoupon', {})
    case 'xstate.after.typingPause.cart.lines.pausing':
      return page.letsPass('changeLine', 100)
    default: {
      const { status, message, code } = event.error as { status: number; message: string; code: string }
      const name = event.actorId as string
      if (code === 'lost') return page.loses(name, name === 'readCart' ? 2 : 1)
      return page.refuses(name, status, message)
    }
  }
}

/** What the page must show in a state. */
async function sees({ page }: ModelPage, state: AnyMachineSnapshot) {
  const context = state.context as CartContext
  const lines = expectedLines(context)
  const cents = subtotalOf(lines)
  const header = `${quantityOf(lines)} item(s) - $ ${cents === 0 ? '0' : (cents / 100).toFixed(2)}`
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByText(/item\(s\) - \$/)
        .first()
        .textContent(),
    )
    .toBe(header)
  const { pathname } = new URL(page.url())
  if (pathname === list) {
    for (const product of [rice, tea]) {
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: product.name }) })
      const button = card.getByRole('button', { name: /^(Add to Cart|Adding)/ })
      await expect
        .poll(() => button.isDisabled(), { message: `adding ${product.name}` })
        .toBe(isAdding(context, product.id))
    }
  }
  if (pathname !== '/cart') return
  const main = page.getByRole('main')
  for (const line of lines) {
    const field = main.getByRole('spinbutton', { name: `Quantity: ${line.productName}` })
    const value = context.typed[line.id] ?? String(expectedQuantity(context, line))
    await expect.poll(() => field.inputValue(), { message: `quantity of ${line.productName}` }).toBe(value)
    await expect
      .poll(() => main.getByText('Quantity is required').count())
      .toBe(context.typed['line-1'] === undefined ? 0 : 1)
  }
  if (lines.length === 0) {
    const { lines: value } = stateOf(state)
    await expect
      .poll(() => main.getByText('You have no items in your shopping cart.').count())
      .toBe(['unopened', 'loading', 'unreachable'].includes(value) ? 0 : 1)
    return
  }
  await expect
    .poll(() => main.getByRole('button', { name: 'Remove Coupon' }).count())
    .toBe(stateOf(state).coupon === 'applied' ? 1 : 0)
  if (context.couponRefusal) await main.getByText(context.couponRefusal.message).waitFor()
}

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Takes a path on the page, looks after every step, and replays the journal at its end. */
async function walk(model: Model, { steps }: Path, states: Map<string, AnyMachineSnapshot>, initial: string) {
  const page = await ModelPage.open(browser)
  const done: string[] = []
  try {
    let at = states.get(initial)!
    for (const { event, to } of steps) {
      done.push(event.type)
      await happens(page, event, at.context as CartContext)
      at = states.get(to)!
      await sees(page, at)
    }
    expect(page.errors).toEqual([])
    const replayedKey = async () => {
      const { head, entries } = await page.journal()
      const { root } = replay(machine, { checkpoint: head.checkpoint, entries })
      return model.key(actorAt(root, 'shop/cart')!.getSnapshot() as AnyMachineSnapshot)
    }
    await expect.poll(replayedKey, { message: 'the replayed journal' }).toBe(steps.at(-1)!.to)
  } catch (error) {
    throw new Error(`${done.join(' → ')}\n${(error as Error).message}`, { cause: error })
  } finally {
    await page.close()
  }
}

const machine = shopMachine.provide({})
register(machine, 'product', productMachine)
register(machine, 'checkout', checkoutMachine)

const walked = [
  ['lines', offered(linesModel)],
  ['coupon', offered(couponModel)],
] as const

describe('the page keeps up with the cart chart', () => {
  const graphs = walked.map(([name, model]) => {
    const graph = explore(model)
    return { name, model, graph, ...cover(graph, everyTransition, 30) }
  })

  test('every transition of the chart can be made to happen on the page', () => {
    const reached = new Set(graphs.flatMap(({ goals }) => [...goals]))
    expect([...transitionsOf(linesModel.machine).values()].filter(name => !reached.has(name))).toEqual([])
  })

  for (const { name, model, graph, paths } of graphs) {
    test.each(paths.map(path => [path.title, path] as const))(`its ${name}, %s`, async (_title, path) => {
      await walk(model, path, graph.states, graph.initial)
    })
  }
})
