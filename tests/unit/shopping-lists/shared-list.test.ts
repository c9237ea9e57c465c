import { describe, expect, test } from 'vitest'
import { shownLists } from '#machines/shopping-lists/selectors'
import { sharedLines } from '#machines/shopping-lists/shared-list-setup'
import type { SharedListSnapshot } from '#machines/shopping-lists/shared-list'
import type { ShoppingListsSnapshot } from '#machines/shopping-lists/shopping-lists'
import type { ShoppingList } from '#contract/shopping-lists'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { lost, refused, settings, tea } from '../../kit/outcomes.ts'
import { weekly } from '../../model/shopping-lists.model.ts'
import { linkEnded, sharedWeekly } from '../../model/shared-list.model.ts'

const three = { ...sharedWeekly, lines: [{ productId: tea.id, quantity: 3 }] }

/** A guest who has opened the link to a list; the list is not read yet. */
async function opensLink(...own: ShoppingList[]) {
  const shop = openShop()
  const toasts: string[] = []
  const paths: string[] = []
  shop.root.on('toast', ({ toast }: { toast: { text: string } }) => toasts.push(toast.text))
  shop.root.on('go', ({ to }: { to: string }) => paths.push(to))
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
  await shop.answers('begin', { settings, lines: [], account: null })
  const goesTo = async (path: string) => {
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })
    await shop.settled()
    if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage', { page: 'lists' })
    if (shop.waiting('reveal').length > 0) await shop.answers('reveal', null)
  }
  await goesTo('/main/shared-list')
  await shop.answers('readShoppingLists', { keptOn: 'device', lists: own, onDevice: [] })
  const state = () => shop.at<SharedListSnapshot>('shoppingLists/sharedList')
  return {
    ...shop,
    toasts,
    paths,
    goesTo,
    state,
    lines: () => sharedLines(state().context),
    own: () => shownLists(shop.at<ShoppingListsSnapshot>('shoppingLists').context),
    async sends(event: { type: string; [field: string]: unknown }) {
      shop.send('shoppingLists/sharedList', event)
      await shop.settled()
    },
    setsQuantity: async (quantity: number | null) => {
      shop.send('shoppingLists/sharedList', { type: 'shared.setQuantity', productId: tea.id, name: tea.name, quantity })
      await shop.settled()
    },
    /** The pause before a change is sent again is over; timers of other machines come before it. */
    async pauses() {
      while (shop.waiting('changeSharedList').length === 0 && shop.host.fireNext()) await shop.settled()
    },
  }
}

async function withList(...own: ShoppingList[]) {
  const shop = await opensLink(...own)
  await shop.answers('readSharedList', sharedWeekly)
  await shop.answers('readListProducts', { productIds: [tea.id], products: [tea] })
  return shop
}

describe('a shared list', () => {
  test('shows a change at once; if it is refused, the list is shown as before, with a message', async () => {
    const shop = await withList()
    await shop.setsQuantity(3)
    expect(shop.lines()).toEqual(three.lines)
    await shop.refuses('changeSharedList', refused)
    await shop.answers('readSharedList', sharedWeekly)
    expect(shop.lines()).toEqual(sharedWeekly.lines)
    expect(shop.toasts).toEqual([`${refused.message} ${tea.name} was not changed.`])
  })

  test('sends changes one at a time, in order; the last one of a product wins, also over those of others', async () => {
    const shop = await withList()
    for (const quantity of [3, 4, 5]) await shop.setsQuantity(quantity)
    expect(shop.waiting('changeSharedList').map(({ input }) => input)).toEqual([{ productId: tea.id, quantity: 3 }])
    await shop.answers('changeSharedList', { ...sharedWeekly, lines: [{ productId: tea.id, quantity: 9 }] })
    expect(shop.lines()).toEqual([{ productId: tea.id, quantity: 5 }])
    expect(shop.waiting('changeSharedList').map(({ input }) => input)).toEqual([{ productId: tea.id, quantity: 5 }])
  })

  test('sends a change whose response was lost again, up to four times', async () => {
    const shop = await withList()
    await shop.setsQuantity(3)
    for (let again = 0; again < 4; again += 1) {
      await shop.refuses('changeSharedList', lost)
      await shop.pauses()
      expect(shop.waiting('changeSharedList')).toHaveLength(1)
    }
    await shop.refuses('changeSharedList', lost)
    expect(shop.toasts).toEqual([`${lost.message} ${tea.name} was not changed.`])
  })

  test('is read when the shopper returns to it; the answer to a change has the changes of others', async () => {
    const shop = await withList()
    await shop.answers('watchReturn', null)
    await shop.answers('readSharedList', three)
    expect(shop.lines()).toEqual(three.lines)
    await shop.sends({ type: 'shared.removeLine', productId: tea.id, name: tea.name })
    expect(shop.lines()).toEqual([])
    await shop.answers('changeSharedList', { name: 'Renamed', lines: [{ productId: 1, quantity: 1 }] })
    expect(shop.state().context.list).toEqual({ name: 'Renamed', lines: [{ productId: 1, quantity: 1 }] })
  })

  test.each([
    ['read', 'readSharedList'],
    ['changed', 'changeSharedList'],
  ])('whose link does not work any more when it is %s is not shown until the page is opened again', async (_, call) => {
    const shop = await withList()
    if (call === 'changeSharedList') await shop.setsQuantity(3)
    else await shop.answers('watchReturn', null)
    await shop.refuses(call, linkEnded)
    expect(shop.state().matches({ list: 'ended' })).toBe(true)
    expect(shop.state().context).toMatchObject({ list: null, pendingCommands: [] })
    await shop.setsQuantity(4)
    expect(shop.waiting('changeSharedList')).toEqual([])
    await shop.goesTo('/main/lists')
    await shop.goesTo('/main/shared-list')
    await shop.answers('readSharedList', sharedWeekly)
    expect(shop.lines()).toEqual(sharedWeekly.lines)
  })

  test('of a gateway that shares no lists has a link that does not work', async () => {
    const shop = await opensLink()
    await shop.refuses('readSharedList', { code: 'refused', status: 404, message: 'There is nothing here.' })
    expect(shop.state().matches({ list: 'ended' })).toBe(true)
  })

  test('sends changes also after the page was left; opening a link drops those that are left', async () => {
    const shop = await withList()
    await shop.setsQuantity(3)
    await shop.sends({ type: 'shared.removeLine', productId: tea.id, name: tea.name })
    await shop.goesTo('/main/lists')
    await shop.answers('changeSharedList', three)
    expect(shop.waiting('changeSharedList').map(({ input }) => input)).toEqual([{ productId: tea.id, quantity: 0 }])
    await shop.goesTo('/main/shared-list')
    expect([shop.waiting('changeSharedList'), shop.lines()]).toEqual([[], []])
  })

  test('keeps a field that is not a quantity, and sends nothing', async () => {
    const shop = await withList()
    await shop.setsQuantity(null)
    expect(shop.state().context.draft).toEqual({ productId: tea.id, quantity: null })
    expect(shop.waiting('changeSharedList')).toEqual([])
  })
})

describe('a copy of a shared list', () => {
  test('is a new list with what the list has now, whose page is opened', async () => {
    const shop = await withList()
    await shop.setsQuantity(3)
    await shop.sends({ type: 'shared.copy' })
    expect(shop.own()).toMatchObject([three])
    expect(shop.paths).toEqual(['/main/list/990000001'])
  })

  test('has a name that no other list of the shopper has', async () => {
    const shop = await withList(weekly, { id: 2, name: 'Weekly (2)', lines: [] })
    await shop.sends({ type: 'shared.copy' })
    expect(shop.own().map(({ name }) => name)).toEqual(['Weekly', 'Weekly (2)', 'Weekly (3)'])
  })

  test('is not made if the shopper has 20 lists', async () => {
    const shop = await withList(...Array.from({ length: 20 }, (_, at) => ({ id: at + 1, name: `${at}`, lines: [] })))
    await shop.sends({ type: 'shared.copy' })
    expect([shop.own().length, shop.paths]).toEqual([20, []])
    expect(shop.toasts).toEqual(['You can have up to 20 lists. Please delete one of them first.'])
  })
})
