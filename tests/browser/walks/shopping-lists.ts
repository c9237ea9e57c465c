import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import type { ShoppingList } from '#contract/shopping-lists'
import { listWith, quantityOn, shownLines } from '#machines/shopping-lists/selectors'
import { shoppingListsMachine } from '#machines/shopping-lists/shopping-lists'
import type { ReadShoppingLists, ShoppingListsContext } from '#machines/shopping-lists/shopping-lists-setup'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { detail, mai, packs, rice, tea } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import {
  addAllModel,
  choiceModel,
  copyModel,
  guestModel,
  joinModel,
  linkModel,
  listsModel,
  pageModel,
  panelModel,
} from '../../model/shopping-lists.model.ts'
import { visitsAsCustomer } from './moving.ts'
import { beginsFor, enters, followsLink, logsInElsewhere } from './ways.ts'

const actorPath = 'shop/shoppingLists'
const elsewhere = '/main/brands'

const contextOf = (state: AnyMachineSnapshot) => state.context as ShoppingListsContext
const isUnopened = (state: AnyMachineSnapshot) => state.matches({ lists: 'unopened' })
const main = ({ page }: ModelPage) => page.getByRole('main')
const toggle = (page: ModelPage) => main(page).getByRole('button', { name: `Add to list: ${rice.name}` })
const choice = (page: ModelPage) => main(page).getByRole('region', { name: 'Add to a list' })

/** The call of the change that is in flight. */
function callOf(state: AnyMachineSnapshot) {
  const kind = contextOf(state).pendingCommands[0]?.kind
  if (kind === 'rename') return 'renameList'
  if (kind === 'delete') return 'deleteList'
  if (kind === 'setLine') return 'setListLine'
  return kind === 'removeLine' ? 'removeListLine' : 'createLists'
}

/** The lists arrive; the device has some that were made before the login. */
async function reads(page: ModelPage, { lists, onDevice }: ReadShoppingLists) {
  const text = JSON.stringify({ lastId: 900_000_001, lists: onDevice })
  await page.page.evaluate(stored => localStorage.setItem('shop.own/lists', stored), text)
  return page.answers('shoppingLists', { listData: lists })
}

/** Another tab has changed the lists. */
const changesElsewhere = ({ page }: ModelPage) =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('shop.lists')
    channel.postMessage('changed')
    channel.close()
  })

/** The button starts the machine, and opens the choice of lists, which is closed again. */
async function startsByButton(page: ModelPage) {
  await toggle(page).click()
  await choice(page).getByRole('button', { name: 'Done' }).click()
}

async function opensPage(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const { pathname } = event.location as { pathname: string }
  const made = page.made('productsById')
  if (!isUnopened(before)) await followsLink(page, elsewhere)
  await (event.move === 'POP' ? enters : followsLink)(page, pathname)
  // the request of the page before is not answered any more
  if (before.matches({ products: 'reading' })) await page.waitsForNewCall('productsById', made)
}

/** Presses a button of the page; sends the event if the page does not show the button. */
async function presses(page: ModelPage, name: string, event: AnyEventObject) {
  const control = main(page).getByRole('button', { name, exact: true })
  return (await control.isVisible()) ? control.click() : page.sends(actorPath, event)
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'page.open':
      return opensPage(page, event, before)
    case 'lists.open': {
      if (isUnopened(before)) return startsByButton(page)
      const start = { ...event, visitId: contextOf(before).visitId }
      return page.sends('shop', { type: 'machine.start', machine: 'shoppingLists', event: start })
    }
    case 'lists.startRenaming':
      return presses(page, 'Rename', event)
    case 'lists.rename':
      return presses(page, 'Save', event)
    case 'lists.startSharing':
      return presses(page, 'Share with a link', event)
    case 'lists.makeLink':
      return page.sends(actorPath, event)
    case 'lists.stopSharing':
      return presses(page, 'Stop sharing', event)
    case 'xstate.done.actor.shareList':
      return page.answers('shareList', { data: { key: 'the-key-of-the-walk' } })
    case 'xstate.error.actor.shareList': {
      const { status, message } = event.error as Refusal
      return page.refuses('shareList', status, message)
    }
    case 'xstate.done.actor.stopSharingList':
      return page.answers('stopSharingList', {})
    case 'xstate.error.actor.stopSharingList': {
      const { status, message } = event.error as Refusal
      return page.refuses('stopSharingList', status, message)
    }
    case 'lists.startDeleting':
      return presses(page, 'Delete', event)
    case 'lists.create':
      return presses(page, 'Create list', event)
    case 'lists.close':
      if (before.matches({ panel: 'sharing' })) return presses(page, 'Close', event)
      return before.matches({ panel: 'choosing' }) ? presses(page, 'Done', event) : presses(page, 'Cancel', event)
    case 'lists.typedName': {
      const field = main(page).locator('[name="listName"]')
      const isTyped = event.value !== '' && (await field.isVisible())
      return isTyped ? field.fill(event.value as string) : page.sends(actorPath, event)
    }
    case 'lists.delete':
      // the shop would show all lists, which the model does not have
      await followsLink(page, elsewhere)
      return page.sends(actorPath, event)
    case 'lists.addAll':
      await main(page).getByRole('button', { name: 'Add all to cart' }).click()
      // the walk of the machine that adds the products is on an order
      return page.loses('productsById', 2)
    case 'xstate.done.actor.readShoppingLists':
      return reads(page, event.output as ReadShoppingLists)
    case 'xstate.error.actor.readShoppingLists':
      return page.loses('shoppingLists', 2)
    case 'xstate.done.actor.changeShoppingLists': {
      const lists = event.output as ShoppingList[]
      // the shop would open the page of the list again, under its own id
      if (lists.length > 0 && contextOf(before).listId !== null) await followsLink(page, elsewhere)
      return page.answers(callOf(before), { data: { lists } })
    }
    case 'xstate.error.actor.changeShoppingLists': {
      const { code, status, message } = event.error as Refusal
      return code === 'lost' ? page.loses(callOf(before)) : page.refuses(callOf(before), status, message)
    }
    case 'xstate.done.actor.readListProducts': {
      const { productIds } = event.output as { productIds: number[] }
      return page.answers('productsById', { listData: packs.filter(({ id }) => productIds.includes(id)) })
    }
    case 'xstate.error.actor.readListProducts':
      return page.loses('productsById', 2)
    case 'xstate.done.actor.watchListTabs':
      return changesElsewhere(page)
    default:
      return event.type.startsWith('xstate.after') ? page.letsPass(callOf(before), 500) : page.sends(actorPath, event)
  }
}

const calls = [
  'begin',
  'product',
  'cart',
  'shoppingLists',
  'createLists',
  'renameList',
  'deleteList',
  'setListLine',
  'removeListLine',
  'productsById',
  'shareList',
  'stopSharingList',
] as const

/** The page of a product of the tests: the server's has other products. */
async function entersProduct(page: ModelPage) {
  await enters(page, `/main/product-detail/${rice.id}`)
  await page.answers('product', { data: { ...detail, productRelated: [] } })
  await toggle(page).waitFor()
}

async function visitsProduct(page: ModelPage) {
  await visitsAsCustomer(page, elsewhere)
  await beginsFor(page, mai)
  await entersProduct(page)
}

async function visitsElsewhere(page: ModelPage) {
  await visitsAsCustomer(page, elsewhere)
  await beginsFor(page, mai)
}

/** The choice of lists, if it is open. */
async function checkChoice(page: ModelPage, state: AnyMachineSnapshot) {
  const { chosen, keptOn } = contextOf(state)
  await expect.poll(() => choice(page).count()).toBe(chosen ? 1 : 0)
  if (!chosen || keptOn === null) return
  const isOn = quantityOn(listWith(contextOf(state), 1), rice.id) > 0
  await expect.poll(() => choice(page).getByLabel('Weekly').isChecked()).toBe(isOn)
}

const isReadingDevice = (state: AnyMachineSnapshot) =>
  contextOf(state).customerId === null && state.matches({ lists: 'reading' })

const guest: PageWalk = {
  name: 'a guest who logs in',
  // the device answers at once
  model: only(
    guestModel,
    (state, { type }) => !isReadingDevice(state) || type === 'xstate.done.actor.readShoppingLists',
  ),
  actorPath,
  answeredCalls: calls,
  regions: ['lists'],
  isTransient: isReadingDevice,
  async prepare(page) {
    await page.visits(elsewhere, null)
    await beginsFor(page, null)
    await entersProduct(page)
  },
  async causeEvent(page, event, before) {
    if (event.type === 'account.changed') {
      await logsInElsewhere(page, mai)
      return beginsFor(page, mai)
    }
    if (event.type.startsWith('xstate.done') && contextOf(before).customerId === null) return
    return causeEvent(page, event, before)
  },
  checkPage: async () => {},
}

const lists: PageWalk = {
  name: 'the lists of a customer',
  model: only(listsModel, (_, { type }) => type !== 'xstate.error.actor.watchListTabs'),
  actorPath,
  answeredCalls: calls,
  regions: ['lists'],
  prepare: visitsProduct,
  causeEvent,
  checkPage: async () => {},
}

const chosen: PageWalk = {
  name: 'the choice of lists for a product',
  model: only(choiceModel, (state, { type }) => !isUnopened(state) || type === 'lists.open'),
  actorPath,
  answeredCalls: calls,
  regions: ['lists', 'panel'],
  prepare: visitsProduct,
  causeEvent,
  checkPage: checkChoice,
}

const isOnListPage = ({ page }: ModelPage) => new URL(page.url()).pathname.startsWith('/main/list/')

/** The page of a list shows its products, the field for its name, or the confirmation. */
async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const context = contextOf(state)
  const list = listWith(context, context.listId)
  if (isUnopened(state) || !isOnListPage(page) || list === null) return
  await main(page).getByRole('heading', { level: 1, name: list.name }).waitFor()
  const shown = shownLines(context).map(({ product }) => product.id)
  const removal = main(page).getByRole('button', { name: `Remove ${tea.name}` })
  await expect.poll(() => removal.count()).toBe(shown.includes(tea.id) ? 1 : 0)
  const saving = main(page).getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => saving.count()).toBe(state.matches({ panel: 'renaming' }) ? 1 : 0)
  const deletion = main(page).getByRole('button', { name: 'Delete list' })
  await expect.poll(() => deletion.count()).toBe(state.matches({ panel: 'confirming' }) ? 1 : 0)
}

const onPage = (name: string, model: PageWalk['model']): PageWalk => ({
  name,
  model: only(model, (state, { type }) => !isUnopened(state) || type === 'page.open'),
  actorPath,
  answeredCalls: calls,
  regions: ['lists', 'panel', 'products'],
  prepare: visitsElsewhere,
  causeEvent,
  checkPage,
})

/** The request of a link that is left is not answered any more. */
const isLinkWalked = (state: AnyMachineSnapshot, { type }: AnyEventObject) =>
  (!state.matches({ panel: { sharing: 'making' } }) && !state.matches({ panel: { sharing: 'stopping' } })) ||
  (type !== 'lists.close' && type !== 'page.open')

export const shoppingListsWalks: WalkedMachine = {
  machine: shoppingListsMachine,
  walks: [
    guest,
    lists,
    chosen,
    onPage('the page of a list', pageModel),
    onPage('the name of a list', panelModel),
    onPage('a list that is joined', joinModel),
    onPage('a list that is added to the cart', addAllModel),
    onPage('the link to a list', only(linkModel, isLinkWalked)),
    {
      name: 'a copy of a shared list',
      model: copyModel,
      actorPath,
      answeredCalls: calls,
      regions: ['lists'],
      prepare: visitsProduct,
      causeEvent,
      checkPage: async () => {},
    },
  ],
  untaken: {
    'shoppingLists.tabs.watching | xstate.error.actor.watchListTabs | shoppingLists.tabs.watching':
      'A browser does not fail to listen to other tabs',
  },
}
