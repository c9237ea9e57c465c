import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Order } from '#contract/order'
import { conflictsIn } from '#contract/conflict'
import type { Refusal } from '#contract/refusal'
import {
  orderChangeMachine,
  type OrderChangeContext,
  type OrderChangeSnapshot,
} from '#machines/order-change/order-change'
import { canSave, changeStage, isEditable } from '#machines/order-change/selectors'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import type { Call } from '../../kit/browser-gateway.ts'
import { rice, tea } from '../../kit/outcomes.ts'
import { answerAlways } from '../../kit/page-calls.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import {
  addProductModel,
  discardModel,
  draftedOrder,
  foundTea,
  orderChangeModel,
} from '../../model/order-change.model.ts'
import { enters, pathOf } from './ways.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as OrderChangeContext
const quantityIn = (state: AnyMachineSnapshot) => contextOf(state).draft.lines[0]?.quantity ?? 0
const main = ({ page }: ModelPage) => page.getByRole('main')
const press = (page: ModelPage, name: string | RegExp) => main(page).getByRole('button', { name }).click()
const dialog = ({ page }: ModelPage) => page.getByRole('dialog')

/** Answers a call with a refusal and its reasons. */
export async function refusesWith(page: ModelPage, call: Call, { status, message, conflicts }: Refusal) {
  await (await page.taken(call)).fulfill({ json: { statusCode: status, message, conflicts } })
}

/** What the page offers in a state. */
function isOffered(state: AnyMachineSnapshot, event: AnyEventObject): boolean {
  if (state.matches('closed')) return event.type === 'change.start'
  const { draft, text } = contextOf(state)
  const { isAsking } = contextOf(state)
  switch (event.type) {
    case 'change.setQuantity': {
      const before = quantityIn(state)
      return event.quantity === 0 ? before > 0 : Math.abs(Number(event.quantity) - before) === 1
    }
    case 'change.setChoice':
      return !isAsking && draft.lines[0]!.substitution === null
    case 'change.chooseSubstitution':
      return !isAsking && draft.substitution === null
    case 'change.chooseSlot':
      return !isAsking && draft.slotId !== null
    case 'change.typedAddress':
      return !isAsking && draft.address?.address1 !== ''
    case 'slots.read':
      // the page's own machine of slots sends it
      return false
    case 'change.discard':
      return !isAsking
    case 'change.dismiss':
    case 'change.confirm':
      return isAsking
    case 'change.retry':
      return state.matches({ editing: { amounts: 'unreachable' } })
    case 'change.search':
      return event.text !== text
    default:
      return true
  }
}

/** The gateway is asked for the amounts, again if it was asked for others. */
async function waitsForPreview(page: ModelPage, act: () => Promise<unknown>) {
  const made = page.made('previewOrderChange')
  await act()
  await page.waitsForNewCall('previewOrderChange', made)
}

async function setsQuantity(page: ModelPage, quantity: number, before: number) {
  if (quantity === 0) return press(page, `Remove ${rice.name}`)
  return press(page, `${quantity > before ? 'Increase' : 'Decrease'} quantity of ${rice.name}`)
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'change.start':
      return press(page, 'Change order')
    case 'change.close':
      return enters(page, pathOf(page) === '/order/1001' ? '/order/1002' : '/order/1001')
    case 'change.setQuantity':
      return setsQuantity(page, event.quantity as number, quantityIn(before))
    case 'change.setChoice':
      return main(page)
        .getByLabel(`If something runs out: ${rice.name}`)
        .selectOption(event.substitution as string)
    case 'change.chooseSubstitution':
      return main(page)
        .getByLabel('If something runs out', { exact: true })
        .selectOption(event.substitution as string)
    case 'change.chooseSlot':
      return press(page, 'Any time')
    case 'change.typedAddress':
      return main(page)
        .getByLabel('Address 1')
        .fill(event.value as string)
    case 'change.search':
      return main(page)
        .getByLabel('Add a product')
        .fill(event.text as string)
    case 'change.add':
      return press(page, `Add ${tea.name}`)
    case 'change.retry':
      return waitsForPreview(page, () => press(page, 'Try again'))
    case 'change.save':
      return press(page, /^(Save changes|Try again)$/)
    case 'change.reload':
      return press(page, 'Load the order again')
    case 'change.discard':
      return press(page, 'Discard changes')
    case 'change.dismiss':
      return dialog(page).getByRole('button', { name: 'Keep editing' }).click()
    case 'change.confirm':
      return dialog(page).getByRole('button', { name: 'Yes, discard them' }).click()
    case 'xstate.after.typingPause.orderChange.editing.amounts.pausing':
      return quantityIn(before) === 2
        ? waitsForPreview(page, () => page.page.clock.runFor(400))
        : page.page.clock.runFor(400)
    case 'xstate.after.searchPause.orderChange.editing.search.waiting': {
      const made = page.made('suggestions')
      await page.page.clock.runFor(200)
      return page.waitsForNewCall('suggestions', made)
    }
    case 'xstate.done.actor.readSuggestions':
      return page.answers('suggestions', { data: foundTea })
    case 'xstate.error.actor.readSuggestions':
      return page.loses('suggestions')
    default:
      return ends(page, event)
  }
}

/** The gateway answers a preview or a change. */
async function ends(page: ModelPage, event: AnyEventObject): Promise<unknown> {
  const call = event.actorId === 'readPreview' ? 'previewOrderChange' : 'changeOrder'
  if ('output' in event) return page.answers(call, { data: event.output as Order })
  const error = event.error as Refusal
  if (error.code === 'lost') return page.loses(call, call === 'changeOrder' ? 1 : 2)
  return refusesWith(page, call, error)
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const heading = main(page).getByRole('heading', { name: 'Change your order' })
  if (state.matches('closed')) return expect.poll(() => heading.count()).toBe(0)
  const snapshot = state as unknown as OrderChangeSnapshot
  const { draft, found } = contextOf(state)
  const stage = changeStage(snapshot)
  await expect
    .poll(async () => ({
      heading: await heading.count(),
      isLocked: await main(page).locator('fieldset:disabled').count(),
      lines: await main(page).locator('fieldset > ul > li').count(),
      removed: await main(page).locator('fieldset > ul > li[data-removed]').count(),
      offers: await main(page)
        .getByRole('button', { name: /^Add Jasmine/ })
        .count(),
      canSave: await main(page)
        .getByRole('button', { name: /^(Save changes|Try again)$/, disabled: false })
        .count(),
      asks: await dialog(page).count(),
      isUnconfirmed: await main(page).getByText('being confirmed').count(),
    }))
    .toEqual({
      heading: 1,
      isLocked: isEditable(snapshot) ? 0 : 2,
      lines: draft.lines.length,
      removed: draft.lines.filter(({ quantity }) => quantity === 0).length,
      offers: found.length,
      canSave: canSave(snapshot) || stage === 'unreachable' ? 1 : 0,
      asks: contextOf(state).isAsking ? 1 : 0,
      isUnconfirmed: ['unchanged', 'previewed', 'saving', 'unanswered'].includes(stage) ? 0 : 1,
    })
}

/** Refusals of the gateway are told by their messages. */
const key = (state: AnyMachineSnapshot) => {
  const { draft, preview, found, text, previewRefusal, saveRefusal, isAsking } = contextOf(state)
  const about = (refusal: Refusal | null) => refusal && (conflictsIn(refusal)[0]?.about ?? refusal.code)
  return JSON.stringify([
    state.value,
    draft,
    preview?.total,
    found.length,
    text,
    about(previewRefusal),
    about(saveRefusal),
    isAsking,
  ])
}

const common = {
  actorPath: 'shop/ownOrder/orderChange',
  async prepare(page: ModelPage) {
    await answerAlways(page.page, 'orderByLink', { json: { statusCode: 200, data: draftedOrder } })
    await page.visits('/order/1001?key=link', null, null)
  },
  causeEvent,
  checkPage,
} satisfies Partial<PageWalk>

export const orderChangeWalks: WalkedMachine = {
  machine: orderChangeMachine,
  walks: [
    {
      ...common,
      name: 'quantity, amounts and saving',
      model: only({ ...orderChangeModel, key }, isOffered),
      answeredCalls: ['previewOrderChange', 'changeOrder'],
    },
    {
      ...common,
      name: 'a product that is added',
      model: only({ ...addProductModel, key }, isOffered),
      answeredCalls: ['previewOrderChange', 'suggestions'],
    },
    {
      ...common,
      name: 'changes that are discarded',
      model: only({ ...discardModel, key }, isOffered),
      answeredCalls: ['previewOrderChange'],
    },
  ],
}
