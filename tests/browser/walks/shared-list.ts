import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import type { SharedList } from '#contract/shared-lists'
import { sharedListMachine } from '#machines/shopping-lists/shared-list'
import { shownSharedLines, type SharedListContext } from '#machines/shopping-lists/shared-list-setup'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { packs, tea } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { sharedListModel } from '../../model/shared-list.model.ts'
import { beginsFor, enters, followsLink } from './ways.ts'

const actorPath = 'shop/shoppingLists/sharedList'
const elsewhere = '/main/brands'
const link = '/main/shared-list#key=the-key-of-the-walk'

const contextOf = (state: AnyMachineSnapshot) => state.context as SharedListContext
const isUnopened = (state: AnyMachineSnapshot) => state.matches({ list: 'unopened' })
const isReading = (state: AnyMachineSnapshot) => state.matches({ list: { open: 'reading' } })
const main = ({ page }: ModelPage) => page.getByRole('main')

async function opens(page: ModelPage, before: AnyMachineSnapshot) {
  const made = page.made('sharedList')
  if (!isUnopened(before)) await followsLink(page, elsewhere)
  await enters(page, link)
  // the request of the page before is not answered any more
  if (isReading(before)) await page.waitsForNewCall('sharedList', made)
}

/** The shopper returns to the page from another window. */
async function returns(page: ModelPage, before: AnyMachineSnapshot) {
  const made = page.made('sharedList')
  await page.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  if (isReading(before)) await page.waitsForNewCall('sharedList', made)
}

async function refuses(page: ModelPage, call: 'sharedList' | 'setSharedLine', { code, status, message }: Refusal) {
  if (code === 'lost') return page.loses(call, call === 'sharedList' ? 2 : 1)
  return page.refuses(call, status, message)
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'shared.open':
      return opens(page, before)
    case 'shared.close':
      return followsLink(page, '/main/lists')
    case 'shared.retry':
      return page.sends(actorPath, event)
    case 'shared.copy':
      // the shop would open the page of the copy
      return page.sends(actorPath, event)
    case 'shared.removeLine': {
      const control = main(page).getByRole('button', { name: `Remove ${tea.name}` })
      return (await control.isVisible()) ? control.click() : page.sends(actorPath, event)
    }
    case 'shared.addAll':
      // the walk of the machine that adds the products is on an order
      return page.sends(actorPath, event)
    case 'xstate.done.actor.readSharedList':
      return page.answers('sharedList', { data: event.output as SharedList })
    case 'xstate.error.actor.readSharedList':
      return refuses(page, 'sharedList', event.error as Refusal)
    case 'xstate.done.actor.changeSharedList':
      return page.answers('setSharedLine', { data: event.output as SharedList })
    case 'xstate.error.actor.changeSharedList':
      return refuses(page, 'setSharedLine', event.error as Refusal)
    case 'xstate.done.actor.readListProducts': {
      const { productIds } = event.output as { productIds: number[] }
      return page.answers('productsById', { listData: packs.filter(({ id }) => productIds.includes(id)) })
    }
    case 'xstate.error.actor.readListProducts':
      return page.loses('productsById', 2)
    case 'xstate.done.actor.watchReturn':
      return returns(page, before)
    default:
      return event.type.startsWith('xstate.after') ? page.letsPass('setSharedLine', 500) : page.sends(actorPath, event)
  }
}

/** The page shows the products, or that the link has ended. */
async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (!state.matches({ page: 'open' })) return
  const isEnded = state.matches({ list: 'ended' })
  const ended = main(page).getByRole('heading', { level: 1, name: 'This link does not work any more' })
  await expect.poll(() => ended.count()).toBe(isEnded ? 1 : 0)
  const removal = main(page).getByRole('button', { name: `Remove ${tea.name}` })
  await expect.poll(() => removal.count()).toBe(shownSharedLines(contextOf(state)).length)
  const failure = main(page).getByRole('heading', { name: 'We couldn’t load this list' })
  const isUnread = contextOf(state).list === null && state.matches({ list: { open: 'unreachable' } })
  await expect.poll(() => failure.count()).toBe(isUnread ? 1 : 0)
}

/** What makes the model smaller: changes while the list is read are queued as everywhere, and its products are read once. */
const isWalked = (state: AnyMachineSnapshot, { type }: AnyEventObject) => {
  if (isUnopened(state)) return type === 'shared.open'
  if (type === 'xstate.error.actor.watchReturn') return false
  // away from the page, the shopper changes nothing, and does not return to it
  if (!state.matches({ page: 'open' }))
    return type === 'shared.open' || /^xstate\.(done|error)(?!.*watchReturn)/.test(type)
  return true
}

export const sharedListWalks: WalkedMachine = {
  machine: sharedListMachine,
  walks: [
    {
      name: 'the page of a guest',
      model: only(sharedListModel, (state, event) => isWalked(state, event) && event.type !== 'shared.copy'),
      actorPath,
      answeredCalls: ['begin', 'cart', 'sharedList', 'setSharedLine', 'productsById'],
      async prepare(page) {
        await page.visits(elsewhere, null)
        await beginsFor(page, null)
      },
      causeEvent,
      checkPage,
    },
  ],
  untaken: {
    'sharedList.list.open | xstate.error.actor.watchReturn | sharedList.list.open.reading':
      'A browser does not fail to listen to its window',
    'sharedList | shared.copy | (stays)': 'The copy opens its own page: the browser test of shared lists takes it',
  },
}
