import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { quantityOf, subtotalOf } from '#contract/cart'
import { cartMachine, type CartSnapshot } from '#machines/cart/cart'
import { offlineMessage, type Refusal } from '#contract/refusal'
import type { CartContext } from '#machines/cart/cart-setup'
import { expectedQuantity, isAdding } from '#machines/cart/pending-commands'
import { knownLines } from '#machines/cart/selectors'
import { couponState, couponStatus, fieldQuantity } from '#machines/cart/page-selectors'
import { changingLines, expectedLines, isConfirming } from '#machines/cart/selectors'
import { couponModel, linesModel } from '../../model/cart.model.ts'
import { rice, tea } from '../../kit/outcomes.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'

const list = '/main/product-list/0'
const actorPath = 'shop/cart'
const stateOf = (state: AnyMachineSnapshot) => state.value as CartSnapshot['value']

const snapshotOf = (state: AnyMachineSnapshot) => state as unknown as CartSnapshot

/** The cart has a line, no command is pending, and every quantity is valid. */
function isAtRest(state: AnyMachineSnapshot): boolean {
  const { lines } = stateOf(state)
  const context = state.context as CartContext
  const isAsked = ['checking', 'withdrawing'].some(
    one => one === couponStatus(snapshotOf(state)) || one === couponState(snapshotOf(state)),
  )
  return lines === 'idle' && !isAsked && context.lines.length > 0 && Object.keys(context.invalidQuantities).length === 0
}

/** The events that the page or its environment can cause in a state. */
function isOffered(state: AnyMachineSnapshot, { type, ...event }: AnyEventObject): boolean {
  const context = state.context as CartContext
  const { lines } = stateOf(state)
  const coupon = couponState(snapshotOf(state))
  const line = expectedLines(context).find(one => one.id === event.lineId)
  const typed = line && context.invalidQuantities[line.id]
  switch (type) {
    case 'visit.started':
      return (lines === 'unopened' && context.sessionId === null) || lines === 'loading'
    case 'cart.add':
      return context.sessionId !== null && context.orderedSessionId === null
    case 'cart.open':
      return context.sessionId !== null
    case 'cart.read':
      return context.orderedSessionId === null && (context.sessionId !== null || lines === 'unopened')
    case 'cart.setQuantity':
      if (!line) return false
      return event.quantity === null
        ? typed === undefined
        : typed !== undefined || expectedQuantity(context, line) !== event.quantity
    case 'cart.remove':
      return line !== undefined
    case 'cart.reload':
      return lines === 'unreachable'
    case 'cart.clear':
      return lines === 'adding' || isAtRest(state)
    case 'cart.reset':
      return context.orderedSessionId === null && isAtRest(state)
    case 'coupon.typed':
      return context.lines.length > 0 && context.code !== event.value && (coupon === 'none' || coupon === 'withdrawing')
    case 'coupon.apply':
    case 'coupon.remove':
      return context.lines.length > 0
    case 'coupon.recheck':
      return context.lines.length > 0 && coupon === 'unchecked'
    default:
      return true
  }
}

/** The call of an effect that has ended. */
const callOf = ({ actorId }: AnyEventObject): Call => (actorId === 'readCart' ? 'cart' : (actorId as Call))

const outputOf = (event: AnyEventObject) => event.output as object

/** Whether an event makes the machine check the coupon. */
function checksCoupon({ type }: AnyEventObject, state: AnyMachineSnapshot): boolean {
  const { coupon } = stateOf(state)
  const { code } = state.context as CartContext
  switch (type) {
    case 'coupon.apply':
      return (coupon === 'none' || coupon === 'withdrawing') && code.trim() !== ''
    case 'cart.open':
    case 'cart.read':
      return typeof coupon === 'object' && coupon.applied === 'current'
    default:
      return type === 'coupon.recheck'
  }
}

async function causeEvent(page: ModelPage, event: AnyEventObject, state: AnyMachineSnapshot) {
  const made = page.made('validateCoupon')
  await act(page, event, state)
  // an earlier check may still be unanswered, which the machine does not wait for
  if (checksCoupon(event, state)) await page.waitsForNewCall('validateCoupon', made)
}

/** What the browser says about its connection; it tells the page nothing. */
const setOnline = ({ page }: ModelPage, onLine: boolean) =>
  page.evaluate(value => void Object.defineProperty(navigator, 'onLine', { value, configurable: true }), onLine)

/** How each event of the models is caused on the real page. */
async function act(page: ModelPage, event: AnyEventObject, state: AnyMachineSnapshot) {
  await setOnline(page, event.error === undefined || (event.error as Refusal).message !== offlineMessage)
  const before = state.context as CartContext
  const { page: tab } = page
  const quantity = () => tab.getByRole('main').getByRole('spinbutton', { name: `Quantity: ${rice.name}` })
  switch (event.type) {
    case 'visit.started':
      // another tab changes the cart while it is read; if that tab has created another cart, this answer is obsolete
      if (stateOf(state).lines === 'loading') {
        await page.sends(actorPath, event)
        return event.sessionId === before.sessionId ? null : page.answers('cart', { listData: [] })
      }
      return page.visits(list, event.sessionId as string)
    case 'cart.open':
      return page.begins(event.lines as object[])
    case 'cart.read':
      if (!page.isVisited()) await page.visits(list, null)
      return page.receivesCartChange()
    case 'cart.add':
      await page.goes(list)
      return tab.getByRole('button', { name: `Add to Cart: ${event.productName as string}` }).click()
    case 'cart.setQuantity':
      await page.goes('/cart')
      return quantity().fill(`${event.quantity ?? ''}`)
    case 'cart.remove':
      await page.goes('/cart')
      return tab
        .getByRole('main')
        .getByRole('button', { name: `Remove ${rice.name}` })
        .click()
    case 'cart.reload':
      await page.goes('/cart')
      // toasts, which do not end while the clock is paused, may cover it
      return tab.getByRole('main').getByRole('button', { name: 'Try again' }).press('Enter')
    case 'cart.clear':
      // caused by an earlier click: the page leaves no time for a second one
      if (stateOf(state).lines === 'adding') return page.sends(actorPath, event)
      if (page.isPending('begin')) await page.begins(before.lines)
      return page.orders()
    case 'cart.reset':
      if (page.isPending('begin')) await page.begins(before.lines)
      return page.expires()
    case 'coupon.typed':
      await page.goes('/cart')
      return tab.getByLabel('Coupon code').fill(event.value as string)
    case 'coupon.apply':
      await page.goes('/cart')
      return tab.getByRole('button', { name: 'Apply Coupon' }).click()
    case 'coupon.recheck':
      await page.goes('/cart')
      return tab.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    case 'coupon.remove':
      await page.goes('/cart')
      return tab.getByRole('button', { name: 'Remove Coupon' }).click()
    case 'xstate.done.actor.addLine':
    case 'xstate.done.actor.changeLine':
    case 'xstate.done.actor.removeLine':
    case 'xstate.done.actor.validateCoupon':
      return page.answers(callOf(event), { data: outputOf(event) })
    case 'xstate.done.actor.readCart':
      return page.answers('cart', { listData: outputOf(event) })
    case 'xstate.done.actor.removeCoupon':
      return page.answers('removeCoupon', {})
    case 'connection.returned':
      return void (await tab.evaluate(() => window.dispatchEvent(new Event('online'))))
    case 'xstate.after.connectionPause.cart.lines.waiting':
      return tab.clock.runFor(60_000)
    case 'xstate.after.typingPause.cart.lines.pausing':
      return page.letsPass('changeLine', 100)
    case 'xstate.after.recheckPause.cart.coupon.applied.unchecked':
      return page.letsPass('validateCoupon', 10_000)
    default: {
      const { status, message, code, conflicts } = event.error as Refusal
      const name = callOf(event)
      if (code === 'lost') return page.loses(name, name === 'cart' || name === 'validateCoupon' ? 2 : 1)
      if (conflicts === undefined) return page.refuses(name, status, message)
      return (await page.taken(name)).fulfill({ json: { statusCode: status, message, conflicts } })
    }
  }
}

/** What the page must show in a state. */
async function checkPage(here: ModelPage, state: AnyMachineSnapshot) {
  const { page } = here
  const context = state.context as CartContext
  const lines = expectedLines(context)
  const cents = subtotalOf(lines)
  const isKnown = knownLines(state as CartSnapshot) !== null
  const header = `${quantityOf(lines)} item(s) - $ ${cents === 0 ? '0' : (cents / 100).toFixed(2)}`
  const shown = page.getByRole('banner').locator('button', { hasText: 'Shopping Cart' }).locator('b').first()
  await expect.poll(() => shown.textContent()).toBe(isKnown ? header : '')
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
    const value = `${fieldQuantity(context, line) ?? ''}`
    await expect.poll(() => field.inputValue(), { message: `quantity of ${line.productName}` }).toBe(value)
    await expect
      .poll(() => main.getByText('Quantity is required').count())
      .toBe(context.invalidQuantities['line-1'] === undefined ? 0 : 1)
  }
  const isWaiting = stateOf(state).lines === 'waiting'
  const isAdditionWaiting = isWaiting && context.pendingCommands.some(({ kind }) => kind === 'add')
  const waiting = lines.filter(line => isWaiting && changingLines(context).includes(line.id))
  await expect
    .poll(() => main.getByText('Waiting for connection').count())
    .toBe(waiting.length + (isAdditionWaiting ? 1 : 0))
  if (lines.length === 0) {
    const { lines: value } = stateOf(state)
    await expect
      .poll(() => main.getByText('You have no items in your shopping cart.').count())
      // the first answer of the visit may still have lines
      .toBe(
        ['unopened', 'loading', 'unreachable'].includes(value) || isAdditionWaiting || here.isPending('begin') ? 0 : 1,
      )
    return
  }
  await expect
    .poll(() => main.getByRole('button', { name: 'Remove Coupon' }).count())
    .toBe(context.coupon === null ? 0 : 1)
  await expect
    .poll(() => main.getByText('We couldn’t check the coupon.').count())
    .toBe(couponState(snapshotOf(state)) === 'unchecked' ? 1 : 0)
  await expect.poll(() => main.getByText('being confirmed …').count()).toBe(isConfirming(context) ? 1 : 0)
  if (context.couponRefusal) await main.getByText(context.couponRefusal.message).waitFor()
}

/** The control for an event, if the page has it. */
function control({ page }: ModelPage, event: AnyEventObject) {
  const main = page.getByRole('main')
  switch (event.type) {
    case 'cart.add':
      return main.getByRole('button', { name: `Add to Cart: ${event.productName as string}` })
    case 'cart.remove':
      return main.getByRole('button', { name: `Remove ${rice.name}` })
    case 'cart.reload':
      return new URL(page.url()).pathname === '/cart' ? main.getByRole('button', { name: 'Try again' }) : null
    case 'coupon.remove':
      return main.getByRole('button', { name: 'Remove Coupon' })
    default:
      return null
  }
}

const answeredCalls: readonly Call[] = [
  'begin',
  'addLine',
  'cart',
  'changeLine',
  'removeLine',
  'validateCoupon',
  'removeCoupon',
]
const walkOf = (name: string, model: typeof linesModel): PageWalk => ({
  name,
  model: only(model, isOffered),
  actorPath,
  answeredCalls,
  cap: 30,
  causeEvent,
  checkPage: (page, state) => checkPage(page, state),
  control,
})

export const cartWalks: WalkedMachine = {
  machine: cartMachine,
  walks: [walkOf('its lines', linesModel), walkOf('its coupon', couponModel)],
}
