import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { AddedLines } from '#contract/bulk-add'
import { stockStatus } from '#contract/offer'
import type { Refusal } from '#contract/refusal'
import { bulkAddMachine, type BulkAddSnapshot } from '#machines/bulk-add/bulk-add'
import type { BulkAddContext } from '#machines/bulk-add/bulk-add-setup'
import { addedProduct, canAdd, chosenLines, type Offer } from '#machines/bulk-add/bulk-lines'
import { isShown } from '#machines/bulk-add/selectors'
import { bulkAddModel, wantedLines } from '../../model/bulk-add.model.ts'
import { detail, mai, packs, placedOrder } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { dropsCall, visitsAsCustomer } from './moving.ts'
import { beginsFor } from './ways.ts'

/** Walked on an order; that of a list is the same. */
const actorPath = 'shop/orders/orderBulkAdd'
const source = 'order/order-1'

const contextOf = (state: AnyMachineSnapshot) => state.context as BulkAddContext
const shown = (state: AnyMachineSnapshot) => isShown(state as unknown as BulkAddSnapshot, source)

/** An order of the model's products. */
const order = {
  ...placedOrder,
  lines: wantedLines.map(({ productId, name, quantity, priceBefore }) => ({
    productId,
    productName: name,
    productImage: '',
    productPrice: priceBefore!,
    quantity,
    totalPrice: priceBefore! * quantity,
  })),
}

const main = ({ page }: ModelPage) => page.getByRole('main')
const section = (page: ModelPage) => main(page).getByRole('region', { name: 'Add to your cart' })
const button = (page: ModelPage, name: RegExp) => section(page).getByRole('button', { name })

/** Answers with the products as the offers have them. */
async function sendsProducts(page: ModelPage, offers: readonly Offer[]) {
  const listData = offers.flatMap(({ product }) => {
    if (!product) return []
    const { specialPrice, stockStatusId } = product
    return { ...packs.find(({ id }) => id === product.id)!, specialPrice, stockStatusId }
  })
  await page.answers('productsById', { listData })
  // a similar product is looked for
  if (listData.some(({ stockStatusId }) => stockStatusId !== stockStatus.inStock))
    await page.answers('product', { data: { ...detail, productRelated: [] } })
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'bulk.open': {
      // products that were requested before are not awaited any more
      if (before.matches({ choosing: 'reading' })) {
        await dropsCall(page, 'productsById')
        return page.sends(actorPath, event)
      }
      if (!before.matches({ choosing: 'closed' })) return page.sends(actorPath, event)
      return main(page).getByRole('button', { name: 'Buy Again' }).click()
    }
    case 'bulk.choose':
      return section(page)
        .getByRole('checkbox')
        .first()
        .setChecked(event.isChosen as boolean)
    case 'bulk.setQuantity':
      return section(page).getByRole('spinbutton').first().fill(String(event.quantity))
    case 'bulk.confirm':
      return button(page, /^Add \d/).click()
    case 'bulk.close':
      return button(page, /^Cancel$/).click()
    case 'bulk.retry':
      return button(page, /^Try again$/).click()
    case 'bulk.leave':
      if (before.matches({ choosing: 'reading' })) await dropsCall(page, 'productsById')
      return page.sends(actorPath, event)
    case 'xstate.done.actor.readOffers':
      return sendsProducts(page, event.output as Offer[])
    case 'xstate.error.actor.readOffers':
      return page.loses('productsById', 2)
    case 'xstate.done.actor.addLines':
      return page.answers('addLines', { data: event.output as AddedLines })
    case 'xstate.error.actor.addLines': {
      const { code, status, message } = event.error as Refusal
      return code === 'lost' ? page.loses('addLines') : page.refuses('addLines', status, message)
    }
    default:
      return page.letsPass('addLines', 500)
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { lines } = contextOf(state)
  await expect.poll(() => section(page).count()).toBe(shown(state) ? 1 : 0)
  if (!shown(state)) return
  const isChoosing = state.matches({ choosing: 'reviewing' })
  await expect
    .poll(() => section(page).getByRole('checkbox').count())
    .toBe(lines.filter(line => addedProduct(line) !== null).length)
  await expect
    .poll(() => section(page).getByRole('checkbox', { checked: true }).count())
    .toBe(chosenLines(lines).length)
  if (isChoosing)
    await expect.poll(() => button(page, /^Add \d/).getAttribute('aria-disabled')).toBe(canAdd(lines) ? null : 'true')
  for (const { refusal } of lines) if (refusal) await section(page).getByText(refusal).waitFor()
}

/** Whether the page has the control of an event, or it is no event of the shopper. */
function isOffered(state: AnyMachineSnapshot, { type, isChosen, productId, quantity }: AnyEventObject): boolean {
  const line = contextOf(state).lines.find(one => one.productId === productId)
  if (type === 'bulk.choose')
    return line !== undefined && line.isChosen !== isChosen && line === contextOf(state).lines[0]
  if (type === 'bulk.setQuantity')
    return line !== undefined && line.isChosen && line === contextOf(state).lines[0] && line.typed !== quantity
  if (type === 'bulk.close')
    return shown(state) && (state.matches('choosing') || state.matches({ sending: 'unanswered' }))
  if (type === 'bulk.retry')
    return state.matches({ choosing: 'unreachable' }) || state.matches({ sending: 'unanswered' })
  if (type === 'bulk.confirm') return state.matches({ choosing: 'reviewing' })
  return true
}

export const bulkAddWalks: WalkedMachine = {
  machine: bulkAddMachine,
  walks: [
    {
      name: 'an order',
      model: only(bulkAddModel, isOffered),
      actorPath,
      answeredCalls: ['begin', 'orders', 'order', 'productsById', 'product', 'addLines', 'cart'],
      async prepare(page) {
        await visitsAsCustomer(page, '/manage-order/current-order')
        await beginsFor(page, mai)
        await page.answers('orders', { listData: [order] })
        await main(page)
          .getByRole('button', { name: `Order ${order.orderNumber}` })
          .click()
        await page.answers('order', { data: order })
        await main(page).getByRole('button', { name: 'Buy Again' }).waitFor()
      },
      causeEvent,
      checkPage,
    },
  ],
}
