import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { ordersMachine, readOrderOf, type OrdersContext } from '#machines/orders/orders'
import { ordersModel, placed } from '../../model/orders.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { followsMenu, dropsCall, visitsAsCustomer } from './moving.ts'
import { enters } from './ways.ts'

type State = 'reading' | 'ready' | 'unreachable'
const valueOf = ({ value }: AnyMachineSnapshot) => value as { list: State | 'unopened'; order: State | 'collapsed' }
const contextOf = (state: AnyMachineSnapshot) => state.context as OrdersContext

/** The account's page asks for both lists and shows the last orders of both. */
const callsOf = ({ list }: OrdersContext) => (list === 'recent' ? 2 : 1)

const button = ({ page }: ModelPage, orderId: unknown) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Order ${placed.find(one => one.orderId === orderId)!.orderNumber}` })
const retry = ({ page }: ModelPage, hasText: RegExp) =>
  page.getByRole('main').getByRole('alert').filter({ hasText }).getByRole('button', { name: 'Try again' })
const retries = {
  'orders.retry': /We couldn’t (load|refresh) your orders/,
  'orders.retryOrder': /We couldn’t load this order\./,
} as Record<string, RegExp>

/** Events that the page sends while a response is pending. */
async function leaves(page: ModelPage, before: AnyMachineSnapshot, what: 'list' | 'order') {
  if (valueOf(before)[what] !== 'reading') return
  const count = what === 'list' ? callsOf(contextOf(before)) : 1
  for (let left = count; left > 0; left -= 1) await dropsCall(page, what === 'list' ? 'orders' : 'order')
}

async function opens(page: ModelPage, { location, move }: AnyEventObject, before: AnyMachineSnapshot) {
  const { pathname } = location as { pathname: string }
  await leaves(page, before, 'list')
  if (move === 'POP') return enters(page, pathname)
  await leaves(page, before, 'order')
  return followsMenu(page, pathname)
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const context = contextOf(before)
  switch (event.type) {
    case 'page.open':
      return opens(page, event, before)
    case 'orders.toggle':
      await leaves(page, before, 'order')
      return button(page, event.orderId).click()
    case 'orders.buyAgain':
    case 'bulk.added':
    case 'bulk.abandoned':
      // the walk of the machine that adds the products is on the page of an order too
      return page.sends('shop/orders', event)
    case 'orders.retry':
    case 'orders.retryOrder':
      return retry(page, retries[event.type]!).click()
    case 'xstate.done.actor.readOrders':
      for (let left = callsOf(context); left > 0; left -= 1)
        await page.answers('orders', { listData: left === 1 ? event.output : [] })
      return undefined
    case 'xstate.error.actor.readOrders':
      for (let left = callsOf(context); left > 0; left -= 1) await page.refuses('orders', 500, 'No.')
      return undefined
    case 'xstate.done.actor.readOrder':
      return page.answers('order', { data: placed.find(one => one.orderId === context.opened) })
    default:
      return page.refuses('order', 500, 'No.')
  }
}

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  const unfolded = [...main.querySelectorAll('li[data-open]')]
  return {
    heading: main.querySelector('h1')?.textContent,
    orders: main.querySelectorAll('button[aria-expanded][class*="summary"]').length,
    failed: /We couldn’t (load|refresh) your orders/.exec(main.innerText)?.[1] ?? null,
    unfolded: unfolded.map(one => /Order (LL-\d+)/.exec(one.textContent)?.[1]),
    inside: unfolded.map(one => {
      if (one.textContent.includes('Buy Again')) return 'ready'
      return one.querySelector('[role="alert"]') ? 'unreachable' : 'reading'
    }),
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { list, order } = valueOf(state)
  const context = contextOf(state)
  const { orders, opened } = context
  const unfolded = orders.filter(({ orderId }) => orderId === opened)
  await expect
    .poll(() => page.page.evaluate(read))
    .toEqual({
      heading: context.list === 'recent' ? 'My Account' : 'Order History',
      orders: orders.length,
      failed: list === 'unreachable' ? (orders.length === 0 ? 'load' : 'refresh') : null,
      unfolded: unfolded.map(({ orderNumber }) => orderNumber),
      inside: unfolded.map(({ orderId }) => (readOrderOf(context, orderId) ? 'ready' : order)),
    })
  if (list === 'reading')
    await expect.poll(() => page.isPending('orders'), { message: 'orders are asked for' }).toBe(true)
  if (order === 'reading')
    await expect.poll(() => page.isPending('order'), { message: 'an order is asked for' }).toBe(true)
}

export const ordersWalks: WalkedMachine = {
  machine: ordersMachine,
  walks: [
    {
      name: 'lists',
      model: only(ordersModel, (state, { type, move }) => {
        if (valueOf(state).list === 'unopened') return move === 'PUSH'
        return type !== 'orders.retryOrder' || contextOf(state).orders.length > 0
      }),
      actorPath: 'shop/orders',
      answeredCalls: ['orders', 'order'],
      prepare: page => visitsAsCustomer(page, '/manage-account/modify-account'),
      causeEvent,
      checkPage,
      control: (page, { type, orderId }) =>
        type in retries ? retry(page, retries[type]!) : type === 'orders.toggle' ? button(page, orderId) : null,
    },
  ],
}
