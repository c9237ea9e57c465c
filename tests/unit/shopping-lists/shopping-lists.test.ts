import { describe, expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { titleAt, type Path } from '#contract/paths'
import type { ShoppingList } from '#contract/shopping-lists'
import type { BulkAddContext } from '#machines/bulk-add/bulk-add-setup'
import { quantityOn, shownLists } from '#machines/shopping-lists/selectors'
import type { ShoppingListsSnapshot } from '#machines/shopping-lists/shopping-lists'
import type { ReadShoppingLists } from '#machines/shopping-lists/shopping-lists-setup'
import type { shopMachine } from '#machines/shop/shop'
import { ShoppingListsScreen } from '#src/shopping-lists/ShoppingListsScreen.tsx'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { locationOf, openShop, type OpenShop } from '../../kit/open-shop.ts'
import { accountFor, identityOf, lost, mai, refused, rice, settings, tea } from '../../kit/outcomes.ts'
import { full, hotPot, weekly } from '../../model/shopping-lists.model.ts'

const onDevice = (...lists: ShoppingList[]): ReadShoppingLists => ({ keptOn: 'device', lists, onDevice: [] })
const atGateway = (...lists: ShoppingList[]): ReadShoppingLists => ({ keptOn: 'gateway', lists, onDevice: [] })

async function start(shop: OpenShop) {
  const { visitId, account } = (shop.root.getSnapshot() as SnapshotFrom<typeof shopMachine>).context
  const event = { type: 'lists.open', visitId, account }
  shop.send('shop', { type: 'machine.start', machine: 'shoppingLists', event })
  await shop.settled()
}

/** A shop on the home page whose machine of shopping lists runs; the lists are not read yet. */
async function openLists(who: 'guest' | 'customer') {
  const shop = openShop()
  const toasts: string[] = []
  const paths: string[] = []
  shop.root.on('toast', ({ toast }: { toast: { text: string } }) => toasts.push(toast.text))
  shop.root.on('go', ({ to }: { to: string }) => paths.push(to))
  shop.root.start()
  const identity = who === 'guest' ? ({ is: 'guest' } as const) : identityOf(mai)
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity })
  await shop.answers('begin', { settings, lines: [], account: who === 'guest' ? null : accountFor(mai) })
  shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/main/product-list/0') })
  await start(shop)
  const state = () => shop.at<ShoppingListsSnapshot>('shoppingLists')
  return {
    ...shop,
    toasts,
    paths,
    state,
    shown: () => shownLists(state().context),
    async sends(event: { type: string; [field: string]: unknown }) {
      shop.send('shoppingLists', event)
      await shop.settled()
    },
    async goesTo(path: string) {
      shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })
      await shop.settled()
      if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage', { page: 'lists' })
      await shop.answers('reveal', null)
    },
    /** The pause before a change is sent again is over; timers of other machines come before it. */
    async pauses() {
      while (shop.waiting('changeShoppingLists').length === 0 && shop.host.fireNext()) await shop.settled()
    },
    /** The change that is in flight. */
    change: () => (shop.waiting('changeShoppingLists')[0]!.input as { change: Record<string, unknown> }).change,
  }
}

async function withLists(...lists: ShoppingList[]) {
  const shop = await openLists('customer')
  await shop.answers('readShoppingLists', atGateway(...lists))
  return shop
}

const riceLine = { productId: rice.id, name: rice.name, quantity: 2 }
const put = { type: 'lists.addLine', listId: weekly.id, ...riceLine }

describe('a product', () => {
  test('is shown on the list at once, and not any more if that is refused, with a message that names both', async () => {
    const shop = await withLists(weekly)
    await shop.sends(put)
    expect(quantityOn(shop.shown()[0]!, rice.id)).toBe(2)
    await shop.refuses('changeShoppingLists', { ...refused, message: 'This list does not exist.' })
    await shop.answers('readShoppingLists', atGateway(weekly))
    expect(quantityOn(shop.shown()[0]!, rice.id)).toBe(0)
    expect(shop.toasts).toEqual([`This list does not exist. ${rice.name} was not saved on “Weekly”.`])
  })

  test('whose quantity is changed several times quickly is sent twice: once in flight, and its last quantity', async () => {
    const shop = await withLists(weekly)
    for (const quantity of [3, 4, 5]) await shop.sends({ ...put, quantity })
    expect(shop.change()).toMatchObject({ quantity: 3 })
    await shop.answers('changeShoppingLists', [])
    expect(shop.change()).toMatchObject({ quantity: 5 })
    await shop.answers('changeShoppingLists', [])
    expect(shop.waiting('changeShoppingLists')).toEqual([])
    expect(quantityOn(shop.shown()[0]!, rice.id)).toBe(5)
  })

  test('is not put on a list that has 100 products', async () => {
    const shop = await withLists(full)
    await shop.sends(put)
    expect(shop.toasts).toEqual(['A list can have up to 100 products.'])
    expect(shop.waiting('changeShoppingLists')).toEqual([])
  })

  test('is removed from the list', async () => {
    const shop = await withLists(weekly)
    await shop.sends({ type: 'lists.removeLine', listId: weekly.id, productId: tea.id, name: tea.name })
    expect(shop.shown()[0]!.lines).toEqual([])
    await shop.answers('changeShoppingLists', [])
    expect(shop.shown()[0]!.lines).toEqual([])
  })
})

describe('a new list', () => {
  test('gets the product for which lists are being chosen, and can be changed before it is confirmed', async () => {
    const shop = await withLists()
    await shop.sends({ type: 'lists.choose', ...riceLine })
    await shop.sends({ type: 'lists.typedName', value: ' Hot  pot ' })
    await shop.sends({ type: 'lists.create' })
    const [list] = shop.shown()
    expect(list).toMatchObject({ name: 'Hot pot', lines: [{ productId: rice.id, quantity: 2 }] })
    await shop.sends({ type: 'lists.addLine', listId: list!.id, productId: tea.id, name: tea.name, quantity: 1 })
    expect(shop.change()).toMatchObject({ kind: 'create', requestId: 'visit/list/1' })
    await shop.answers('changeShoppingLists', [{ ...list!, id: 7 }])
    expect(shop.change()).toMatchObject({ kind: 'setLine', listId: 7 })
  })

  test('that is refused takes its other changes along', async () => {
    const shop = await withLists()
    await shop.sends({ type: 'lists.typedName', value: 'Hot pot' })
    await shop.sends({ type: 'lists.create' })
    await shop.sends({ ...put, listId: shop.shown()[0]!.id })
    await shop.refuses('changeShoppingLists', refused)
    await shop.answers('readShoppingLists', atGateway())
    expect([shop.shown(), shop.waiting('changeShoppingLists')]).toEqual([[], []])
    expect(shop.toasts).toEqual([`${refused.message} “Hot pot” was not created.`])
  })

  test.each([
    ['', 'Enter a name for the list.'],
    ['\u200B', 'Enter a name for the list.'],
    ['x'.repeat(41), 'Enter a name of up to 40 characters.'],
    [' Weekly', 'You already have a list with this name.'],
  ])('is not created with the name %j', async (value, error) => {
    const shop = await withLists(weekly)
    await shop.sends({ type: 'lists.typedName', value })
    await shop.sends({ type: 'lists.create' })
    expect(shop.state().context.nameError).toBe(error)
    expect(shop.waiting('changeShoppingLists')).toEqual([])
    await shop.sends({ type: 'lists.typedName', value: 'Other' })
    expect(shop.state().context.nameError).toBeNull()
  })

  test('is not created if there are 20', async () => {
    const shop = await withLists(...Array.from({ length: 20 }, (_, at) => ({ id: at + 1, name: `${at}`, lines: [] })))
    await shop.sends({ type: 'lists.typedName', value: 'Other' })
    await shop.sends({ type: 'lists.create' })
    expect(shop.state().context.nameError).toBe('You can have up to 20 lists. Please delete one of them first.')
  })

  test('whose response was lost is sent again with its key, up to four times', async () => {
    const shop = await withLists()
    await shop.sends({ type: 'lists.typedName', value: 'Hot pot' })
    await shop.sends({ type: 'lists.create' })
    const first = shop.change()
    for (let again = 0; again < 4; again += 1) {
      await shop.refuses('changeShoppingLists', lost)
      await shop.pauses()
      expect(shop.change()).toEqual(first)
    }
    await shop.refuses('changeShoppingLists', lost)
    expect(shop.toasts).toEqual([`${lost.message} “Hot pot” was not created.`])
  })
})

describe('the lists of a guest', () => {
  test('become the customer’s at the login, and are shown with theirs until then', async () => {
    const shop = await openLists('guest')
    await shop.answers('readShoppingLists', onDevice(hotPot))
    shop.send('shop', { type: 'session.changed', customer: mai, account: accountFor(mai) })
    await shop.settled()
    expect(shop.shown()).toEqual([hotPot])
    await shop.answers('readShoppingLists', { ...atGateway(weekly), onDevice: [hotPot] })
    expect(shop.shown()).toEqual([weekly, hotPot])
    expect(shop.change()).toMatchObject({ kind: 'join', lists: [hotPot] })
    await shop.answers('changeShoppingLists', [{ ...hotPot, id: 8 }])
    expect(shop.shown()).toEqual([weekly, { ...hotPot, id: 8 }])
    expect(shop.waiting('changeShoppingLists')).toEqual([])
  })

  test('are not joined again and again if the gateway refuses it', async () => {
    const shop = await openLists('customer')
    await shop.answers('readShoppingLists', { ...atGateway(), onDevice: [hotPot] })
    await shop.refuses('changeShoppingLists', refused)
    expect(shop.toasts).toEqual([
      `${refused.message} The lists that you made before you logged in are still on this device only.`,
    ])
    expect([shop.waiting('changeShoppingLists'), shop.waiting('readShoppingLists')]).toEqual([[], []])
  })

  test('are shown at the path that the gateway gives them, if one is open', async () => {
    const shop = await openLists('customer')
    await shop.goesTo(`/main/list/${hotPot.id}`)
    await shop.answers('readShoppingLists', { ...atGateway(), onDevice: [hotPot] })
    await shop.answers('changeShoppingLists', [{ ...hotPot, id: 8 }])
    expect(shop.paths).toEqual(['/main/list/8'])
  })

  test('are gone after ‘Forget me’', async () => {
    const shop = await openLists('guest')
    await shop.answers('readShoppingLists', onDevice(hotPot))
    shop.send('session', { type: 'session.forget' })
    await shop.settled()
    expect(() => shop.state()).toThrow(TypeError)
  })
})

describe('the page of a list', () => {
  test('has a title before its name is known', () => expect(titleAt('/main/list/5' as Path)).toBe('Shopping list'))
  const path = `/main/list/${weekly.id}`
  async function openPage() {
    const shop = await withLists(weekly)
    await shop.goesTo(path)
    await shop.answers('readShoppingLists', atGateway(weekly))
    await shop.answers('readListProducts', { productIds: [tea.id], products: [tea] })
    return { ...shop, draw: () => drawScreen(shop, path, ShoppingListsScreen) }
  }

  test('shows its products with their quantities', async () => {
    const shop = await openPage()
    const html = shop.draw()
    expect(html).toContain('href="/main/product-detail/2"')
    expect(html).toMatch(/role="spinbutton"[^>]*aria-valuenow="2"/)
  })

  test('is renamed, but not to the name of another list', async () => {
    const shop = await withLists(weekly, { ...hotPot, id: 2 })
    await shop.goesTo(path)
    await shop.answers('readShoppingLists', atGateway(weekly, { ...hotPot, id: 2 }))
    await shop.sends({ type: 'lists.startRenaming' })
    expect(shop.state().context.typedName).toBe('Weekly')
    await shop.sends({ type: 'lists.typedName', value: 'Hot pot' })
    await shop.sends({ type: 'lists.rename' })
    expect(shop.state().context.nameError).toBe('You already have a list with this name.')
    await shop.sends({ type: 'lists.typedName', value: 'Each week' })
    await shop.sends({ type: 'lists.rename' })
    expect(shop.shown()[0]!.name).toBe('Each week')
    expect(shop.change()).toEqual({ kind: 'rename', listId: weekly.id, name: 'Each week' })
    await shop.answers('changeShoppingLists', [])
    expect(shop.shown()[0]!.name).toBe('Each week')
  })

  test('is deleted after a confirmation, and leads to all lists', async () => {
    const shop = await openPage()
    await shop.sends({ type: 'lists.delete' })
    expect(shop.shown()).toEqual([weekly])
    await shop.sends({ type: 'lists.startDeleting' })
    expect(shop.draw()).toContain('Delete “Weekly”?')
    await shop.sends({ type: 'lists.delete' })
    expect(shop.shown()).toEqual([])
    expect(shop.paths).toEqual(['/main/lists'])
    await shop.answers('changeShoppingLists', [])
    expect(shop.shown()).toEqual([])
  })

  test('keeps the quantity while what is typed is none', async () => {
    const shop = await openPage()
    const types = (quantity: number | null) =>
      shop.sends({ type: 'lists.setQuantity', productId: tea.id, name: tea.name, quantity })
    await types(null)
    expect(shop.draw()).toContain('Quantity is required')
    expect(shop.waiting('changeShoppingLists')).toEqual([])
    await types(4)
    expect(shop.change()).toMatchObject({ kind: 'setLine', productId: tea.id, quantity: 4 })
    expect(shop.draw()).not.toContain('Quantity is required')
  })

  test('adds all to the cart by one command, without a question if all are available', async () => {
    const shop = await openPage()
    await shop.sends({ type: 'lists.addAll', sessionId: 'session-1' })
    await shop.answers('readOffers', [{ productId: tea.id, product: tea, suggestion: null }])
    expect(shop.waiting('addLines')[0]!.input).toMatchObject({ lines: [{ productId: tea.id, quantity: 2 }] })
    await shop.answers('addLines', { sessionId: 'session-1', added: [tea.id], refused: [] })
    expect(shop.toasts).toEqual(['Success: You have added 1 product to your shopping cart!'])
  })

  test('asks first if a product is not available', async () => {
    const shop = await openPage()
    await shop.sends({ type: 'lists.addAll', sessionId: 'session-1' })
    await shop.answers('readOffers', [{ productId: tea.id, product: { ...tea, stockStatusId: 2 }, suggestion: rice }])
    const bulk = shop.at<{ value: unknown; context: BulkAddContext }>('shoppingLists/listBulkAdd')
    expect(bulk.value).toEqual({ choosing: 'reviewing' })
    expect(shop.draw()).toContain('1 product is not available.')
  })

  test('says that there is no such list', async () => {
    const shop = await withLists()
    await shop.goesTo(path)
    await shop.answers('readShoppingLists', atGateway())
    expect(drawScreen(shop, path, ShoppingListsScreen)).toContain('We can’t find this list')
  })

  test('can be tried again if its products can’t be read', async () => {
    const shop = await withLists(weekly)
    await shop.goesTo(path)
    await shop.answers('readShoppingLists', atGateway(weekly))
    await shop.refuses('readListProducts', lost)
    expect(drawScreen(shop, path, ShoppingListsScreen)).toContain('We couldn’t load the products')
    await shop.sends({ type: 'lists.retry' })
    expect(shop.waiting('readListProducts')).toHaveLength(1)
  })

  test('says if the products that were added in another tab can’t be read, beside those that are shown', async () => {
    const shop = await openPage()
    await shop.answers('watchListTabs', null)
    const lines = [...weekly.lines, { productId: rice.id, quantity: 1 }]
    await shop.answers('readShoppingLists', atGateway({ ...weekly, lines }))
    await shop.refuses('readListProducts', lost)
    expect(shop.draw()).toContain(tea.name)
    expect(shop.draw()).toContain('We couldn’t load all products of this list')
    await shop.sends({ type: 'lists.retry' })
    await shop.answers('readListProducts', { productIds: [rice.id], products: [rice] })
    expect(shop.draw()).not.toContain('We couldn’t load')
    expect(shop.draw()).toContain('$15.90 · $3.18 / kg')
  })
})

describe('the lists', () => {
  test('are kept on the device if the gateway has none', async () => {
    const shop = await openLists('customer')
    await shop.answers('readShoppingLists', onDevice(hotPot))
    await shop.sends({ ...put, listId: hotPot.id })
    expect(shop.waiting('changeShoppingLists')[0]!.input).toMatchObject({ keptOn: 'device' })
  })

  test('are read again when another tab has changed them, after the changes that are pending', async () => {
    const shop = await withLists(weekly)
    await shop.sends(put)
    await shop.answers('watchListTabs', null)
    expect(shop.waiting('readShoppingLists')).toEqual([])
    await shop.answers('changeShoppingLists', [])
    await shop.answers('readShoppingLists', atGateway(weekly, { ...hotPot, id: 2 }))
    expect(shop.shown()).toHaveLength(2)
    expect(shop.waiting('watchListTabs')).toHaveLength(1)
  })

  test('that can’t be read are read when the shopper tries again', async () => {
    const shop = await openLists('customer')
    await shop.goesTo('/main/lists')
    // once for the button, and once for the page
    for (const _ of [1, 2]) await shop.refuses('readShoppingLists', lost)
    expect(drawScreen(shop, '/main/lists', ShoppingListsScreen)).toContain('We couldn’t load your lists')
    await shop.sends({ type: 'lists.retry' })
    await shop.answers('readShoppingLists', atGateway(weekly))
    expect(drawScreen(shop, '/main/lists', ShoppingListsScreen)).toContain('href="/main/list/1"')
  })
})
