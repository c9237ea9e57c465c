import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { productMachine } from '#machines/product/product'
import { fieldError } from '#contract/fields'
import { stockStatus } from '#contract/offer'
import { packs } from '../../kit/outcomes.ts'
import { isWaiting, productModel, stockNoticeModel, type ProductContext } from '../../model/product.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { dropsCall } from './moving.ts'
import { enters } from './ways.ts'

const actorPath = 'shop/product'

/** A product as the gateway sends it, with two pictures. */
const detailOf = (id: number) => ({
  ...packs.find(pack => pack.id === id)!,
  productImages: ['/pictures/rice-front.svg', '/pictures/rice-back.svg'].map(imageUrl => ({ imageUrl })),
  brandName: 'Golden Paddy',
  code: `LL-000${id}`,
  stockStatusDescription: 'In stock',
  productRelated: [],
})

const contextOf = (state: AnyMachineSnapshot) => state.context as ProductContext

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const main = page.page.getByRole('main')
  switch (event.type) {
    case 'page.open':
      if (before.hasTag('busy')) await dropsCall(page, 'product')
      return enters(page, (event.location as { pathname: string }).pathname)
    case 'page.shown':
      return undefined // the shop sends it without a control
    case 'product.retry':
      return main.getByRole('button', { name: 'Try again' }).click()
    case 'product.typedQuantity':
      return main.getByRole('spinbutton', { name: 'Quantity' }).fill(`${event.quantity as number}`)
    case 'product.choosePicture':
      return main.getByRole('button', { name: /^Picture 2 of 2/ }).click()
    case 'xstate.done.actor.readProduct':
    case 'xstate.done.actor.rereadProduct': {
      const { refusal } = event.output as { refusal?: Refusal }
      if (refusal) return page.refuses('product', refusal.status, refusal.message)
      return page.answers('product', { data: detailOf(contextOf(before).next!.id) })
    }
    default:
      throw new Error(`No page makes ${event.type} happen`)
  }
}

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  const pictures = [...main.querySelectorAll('[aria-label^="Picture "]')]
  return {
    heading: main.querySelector('h1')?.textContent,
    quantity: main.querySelector<HTMLInputElement>('[role="spinbutton"]')?.value ?? null,
    picture: pictures.findIndex(one => one.getAttribute('aria-current') === 'true'),
  }
}

function headingOf(state: AnyMachineSnapshot) {
  const { shown } = contextOf(state)
  if (shown === null) return 'Brands 1 brand'
  if (shown.product) return packs.find(pack => pack.id === shown.id)!.name
  if (state.hasTag('busy')) return 'Loading the product'
  return shown.refusal?.status === 404 ? 'Page not found' : 'We couldn’t load the product'
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (isWaiting(state)) return
  const { shown } = contextOf(state)
  await expect
    .poll(() => page.page.evaluate(read))
    .toEqual({
      heading: headingOf(state),
      quantity: shown?.product ? `${shown.quantity ?? ''}` : null,
      picture: shown?.product ? shown.picture : -1,
    })
  if (state.hasTag('busy'))
    await expect.poll(() => page.isPending('product'), { message: 'it is asked for' }).toBe(true)
}

const form = ({ page }: ModelPage) => page.getByRole('form', { name: 'Email me when it’s back' })
const emailField = (page: ModelPage) => form(page).getByRole('textbox', { name: 'Email' })

async function causeNotice(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  switch (event.type) {
    case 'account.changed':
      await page.sends(actorPath, event)
      // the answer to a request that a logout has ended
      return before.matches({ ready: 'asking' }) && event.account === null && contextOf(before).notice.ownEmail !== null
        ? page.answers('requestStockNotice', {})
        : undefined
    case 'product.typedEmail':
      return emailField(page).fill(event.value as string)
    case 'product.askNotice':
      return form(page).getByRole('button', { name: 'Email me' }).click()
    case 'xstate.done.actor.askNotice':
      return page.answers('requestStockNotice', {})
    case 'xstate.error.actor.askNotice': {
      const { status, message, code } = event.error as Refusal
      if (code === 'refused') return page.refuses('requestStockNotice', status, message)
      return page.loses('requestStockNotice')
    }
    case 'xstate.done.actor.readProduct': {
      const gone = { stockStatusId: stockStatus.outOfStock, stockNotice: true }
      return page.answers('product', { data: { ...detailOf(1), ...gone } })
    }
    default:
      return causeEvent(page, event, before)
  }
}

async function checkNotice(page: ModelPage, state: AnyMachineSnapshot) {
  const { shown, notice } = contextOf(state)
  if (!shown?.product) return
  const isIn = (name: string) => state.matches({ ready: { form: name } } as never)
  const seen = async () => ({
    email: (await form(page).count()) > 0 ? await emailField(page).inputValue() : null,
    isInvalid: await emailField(page).and(page.page.locator('[aria-invalid="true"]')).count(),
    isRefused: await form(page).getByRole('alert').count(),
    isSending: await form(page).getByRole('button', { name: 'Sending...' }).count(),
    isAsked: await page.page.getByRole('status').filter({ hasText: notice.email }).count(),
  })
  const isAsked = state.matches({ ready: 'asked' })
  await expect.poll(seen).toMatchObject({
    email: isAsked ? null : notice.email,
    isInvalid: Number(isIn('invalid') && fieldError('email', notice.email) !== null),
    isRefused: Number(isIn('refused')),
    isSending: Number(state.matches({ ready: 'asking' })),
    ...(isAsked && { isAsked: 1 }),
  })
}

export const productWalks: WalkedMachine = {
  machine: productMachine,
  walks: [
    {
      name: 'products',
      // a page that is ready is shown at once
      model: only(productModel, (state, { type }) => !isWaiting(state) || type === 'page.shown'),
      actorPath,
      answeredCalls: ['product'],
      prepare: page => page.visits('/main/brands', null),
      causeEvent,
      checkPage,
      control: ({ page }, { type }) =>
        type === 'product.retry' ? page.getByRole('main').getByRole('button', { name: 'Try again' }) : null,
    },
    {
      name: 'a mail about a product that is not in stock',
      model: only(stockNoticeModel, (state, { type }) => !isWaiting(state) || type === 'page.shown'),
      actorPath,
      answeredCalls: ['product', 'requestStockNotice'],
      prepare: page => page.visits('/main/brands', null),
      causeEvent: causeNotice,
      checkPage: checkNotice,
      control: (page, { type }) =>
        type === 'product.askNotice'
          ? form(page).getByRole('button', { name: 'Email me' })
          : type === 'product.typedEmail'
            ? emailField(page).and(page.page.locator(':not([readonly])'))
            : null,
    },
  ],
}
