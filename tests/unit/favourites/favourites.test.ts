import { describe, expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { largestOnDevice } from '#contract/favourites'
import type { Refusal } from '#contract/refusal'
import type { FavouritesSnapshot } from '#machines/favourites/favourites'
import type { ReadFavourites } from '#machines/favourites/favourites-setup'
import { isSaved, savedProducts } from '#machines/favourites/selectors'
import type { shopMachine } from '#machines/shop/shop'
import { accountFor, identityOf, lost, mai, refused, rice, settings, tea } from '../../kit/outcomes.ts'
import { locationOf, openShop, type OpenShop } from '../../kit/open-shop.ts'

const product = ({ id, name }: typeof rice) => ({ productId: id, name })
const onDevice = (...productIds: number[]): ReadFavourites => ({ keptOn: 'device', productIds, onDevice: [] })
const atGateway = (...productIds: number[]): ReadFavourites => ({ keptOn: 'gateway', productIds, onDevice: [] })

/** Starts the machine, as the browser does for the buttons of cards. */
async function start(shop: OpenShop) {
  const { visitId, account } = (shop.root.getSnapshot() as SnapshotFrom<typeof shopMachine>).context
  const event = { type: 'favourites.open', visitId, account }
  shop.send('shop', { type: 'machine.start', machine: 'favourites', event })
  await shop.settled()
}

/** A shop on the home page whose favourites machine runs; the list is not read yet. */
async function openFavourites(who: 'guest' | 'customer' = 'guest') {
  const shop = openShop()
  const toasts: string[] = []
  shop.root.on('toast', ({ toast }: { toast: { text: string } }) => toasts.push(toast.text))
  shop.root.start()
  const identity = who === 'guest' ? ({ is: 'guest' } as const) : identityOf(mai)
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity })
  await shop.answers('begin', { settings, lines: [], account: who === 'guest' ? null : accountFor(mai) })
  shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/main/product-list/0') })
  await start(shop)
  const state = () => shop.at<FavouritesSnapshot>('favourites')
  return {
    ...shop,
    toasts,
    state,
    saved: () => savedProducts(state().context),
    async presses(what: typeof rice) {
      const type = isSaved(state().context, what.id) ? 'favourites.remove' : 'favourites.save'
      shop.send('favourites', { type, ...product(what) })
      await shop.settled()
    },
    /** The pause before a change is sent again is over; timers of other machines come before it. */
    async pauses() {
      while (shop.waiting('changeFavourites').length === 0 && shop.host.fireNext()) await shop.settled()
    },
    /** The change that is in flight. */
    change: () => (shop.waiting('changeFavourites')[0]!.input as { change: object }).change,
  }
}

/** A guest on the home page, with some products saved on the device. */
async function guestWith(...productIds: number[]) {
  const shop = await openFavourites()
  await shop.answers('readFavourites', onDevice(...productIds))
  return shop
}

/** A customer on the home page, with some products saved. */
async function customerWith(...productIds: number[]) {
  const shop = await openFavourites('customer')
  await shop.answers('readFavourites', atGateway(...productIds))
  return shop
}

describe('a product', () => {
  test('is shown as saved or removed at once', async () => {
    const shop = await customerWith(tea.id)
    await shop.presses(rice)
    expect(shop.saved()).toEqual([rice.id, tea.id])
    await shop.presses(tea)
    expect(shop.saved()).toEqual([rice.id])
    expect(shop.waiting('changeFavourites')).toHaveLength(1)
  })

  test('that is refused is shown as before, with a message that names it', async () => {
    const shop = await customerWith()
    await shop.presses(rice)
    await shop.refuses('changeFavourites', { ...refused, message: 'You have saved 500 products.' })
    expect(shop.toasts).toEqual([`You have saved 500 products. ${rice.name} was not saved.`])
    await shop.answers('readFavourites', atGateway())
    expect(shop.saved()).toEqual([])
  })

  test('that can’t be removed stays saved, with a message that names it', async () => {
    const shop = await customerWith(rice.id)
    await shop.presses(rice)
    expect(shop.saved()).toEqual([])
    await shop.refuses('changeFavourites', refused)
    await shop.answers('readFavourites', atGateway(rice.id))
    expect(shop.saved()).toEqual([rice.id])
    expect(shop.toasts).toEqual([`${refused.message} ${rice.name} was not removed from your favourites.`])
  })

  test('is saved once if it is pressed before the list is read', async () => {
    const shop = await openFavourites()
    await shop.presses(rice)
    expect(shop.saved()).toEqual([rice.id])
    await shop.answers('readFavourites', onDevice())
    expect(shop.change()).toMatchObject({ kind: 'save', productId: rice.id })
    await shop.answers('changeFavourites', [rice.id])
    expect(shop.waiting('changeFavourites')).toEqual([])
    expect(shop.saved()).toEqual([rice.id])
  })

  test('that is pressed four times quickly is sent twice: once in flight, and its last state', async () => {
    const shop = await customerWith()
    for (let press = 0; press < 4; press += 1) await shop.presses(rice)
    await shop.answers('changeFavourites', [rice.id])
    expect(shop.change()).toMatchObject({ kind: 'remove', productId: rice.id })
    await shop.answers('changeFavourites', [])
    expect(shop.waiting('changeFavourites')).toEqual([])
    expect(shop.saved()).toEqual([])
  })
})

describe('a change whose response was lost', () => {
  test('is sent again with its key, up to four times, and shown meanwhile', async () => {
    const shop = await customerWith()
    await shop.presses(rice)
    const first = shop.change()
    expect(first).toMatchObject({ requestId: 'visit/save/1' })
    for (let again = 0; again < 4; again += 1) {
      await shop.refuses('changeFavourites', lost)
      expect(shop.saved()).toEqual([rice.id])
      expect(shop.waiting('changeFavourites')).toEqual([])
      await shop.pauses()
      expect(shop.change()).toEqual(first)
    }
    await shop.refuses('changeFavourites', lost)
    await shop.answers('readFavourites', atGateway())
    expect(shop.toasts).toEqual([`${lost.message} ${rice.name} was not saved.`])
    expect(shop.saved()).toEqual([])
  })

  test('that is confirmed at last raises no message, and the next change has another key', async () => {
    const shop = await customerWith()
    await shop.presses(rice)
    await shop.refuses('changeFavourites', lost)
    await shop.presses(tea)
    await shop.pauses()
    await shop.answers('changeFavourites', [rice.id])
    expect(shop.change()).toMatchObject({ productId: tea.id, requestId: 'visit/save/2' })
    expect(shop.toasts).toEqual([])
  })
})

describe('what a guest has saved', () => {
  test('becomes the customer’s at the login, and is shown with it until then', async () => {
    const shop = await guestWith(rice.id)
    shop.send('shop', { type: 'session.changed', customer: mai, account: accountFor(mai) })
    await shop.settled()
    expect(shop.saved()).toEqual([rice.id])
    await shop.answers('readFavourites', { ...atGateway(tea.id), onDevice: [rice.id] })
    expect(shop.saved()).toEqual([rice.id, tea.id])
    expect(shop.change()).toMatchObject({ kind: 'join', productIds: [rice.id] })
    await shop.answers('changeFavourites', [rice.id])
    expect(shop.saved()).toEqual([rice.id, tea.id])
    expect(shop.waiting('changeFavourites')).toEqual([])
  })

  test('is not joined again and again if the gateway refuses it', async () => {
    const shop = await openFavourites('customer')
    await shop.answers('readFavourites', { ...atGateway(), onDevice: [rice.id] })
    await shop.refuses('changeFavourites', refused)
    expect(shop.toasts).toEqual([
      `${refused.message} The products that you saved before you logged in are still on this device only.`,
    ])
    expect([shop.waiting('changeFavourites'), shop.waiting('readFavourites')]).toEqual([[], []])
  })

  test('is at most 200 products: another one is refused with a message', async () => {
    const shop = await guestWith(...Array.from({ length: largestOnDevice }, (_, at) => at + 100))
    await shop.presses(rice)
    expect(shop.toasts).toEqual(['You can save up to 200 products on this device.'])
    expect(isSaved(shop.state().context, rice.id)).toBe(false)
    expect(shop.waiting('changeFavourites')).toEqual([])
  })

  test('is gone after ‘Forget me’: the machine is stopped, and starts with what the device has', async () => {
    const shop = await guestWith(rice.id)
    shop.send('session', { type: 'session.forget' })
    await shop.settled()
    expect(() => shop.state()).toThrow(TypeError)
    await start(shop)
    expect(shop.saved()).toEqual([])
    await shop.answers('readFavourites', onDevice())
    expect(shop.saved()).toEqual([])
  })
})

describe('the favourites of a customer', () => {
  test('are kept on the device if the gateway has none', async () => {
    const shop = await openFavourites('customer')
    await shop.answers('readFavourites', onDevice(tea.id))
    await shop.presses(rice)
    expect(shop.waiting('changeFavourites')[0]!.input).toMatchObject({ keptOn: 'device' })
  })

  test('stay while the account is unknown for a moment', async () => {
    const shop = await customerWith(rice.id)
    shop.send('shop', { type: 'session.changed', customer: mai, account: null })
    shop.send('shop', { type: 'session.changed', customer: mai, account: accountFor(mai) })
    await shop.settled()
    expect(shop.waiting('readFavourites')).toEqual([])
    expect(shop.saved()).toEqual([rice.id])
  })

  test('are read again when another tab has changed them, after the changes that are pending', async () => {
    const shop = await customerWith()
    await shop.presses(rice)
    await shop.answers('watchTabs', null)
    expect(shop.waiting('readFavourites')).toEqual([])
    await shop.answers('changeFavourites', [rice.id])
    await shop.answers('readFavourites', atGateway(rice.id, tea.id))
    expect(shop.saved()).toEqual([rice.id, tea.id])
    expect(shop.waiting('watchTabs')).toHaveLength(1)
  })

  test('that can’t be read are read after the next change, or when the shopper tries again', async () => {
    const shop = await openFavourites('customer')
    await shop.refuses('readFavourites', lost)
    expect(shop.state().value.list).toBe('unreachable')
    await shop.presses(rice)
    await shop.answers('changeFavourites', [rice.id])
    await shop.refuses('readFavourites', lost)
    shop.send('favourites', { type: 'favourites.retry' })
    await shop.settled()
    await shop.answers('readFavourites', atGateway(rice.id, tea.id))
    expect(shop.saved()).toEqual([rice.id, tea.id])
  })
})

describe('the page', () => {
  const opens = async (shop: Awaited<ReturnType<typeof guestWith>>) => {
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/main/favourites') })
    await shop.settled()
    if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage', { page: 'favourites' })
    await shop.answers('reveal', null)
  }
  const gives = async (shop: Awaited<ReturnType<typeof guestWith>>, products: (typeof rice)[]) => {
    const { productIds } = shop.waiting('readSavedProducts')[0]!.input as { productIds: number[] }
    await shop.answers('readSavedProducts', { productIds, products })
  }
  const shown = (shop: Awaited<ReturnType<typeof guestWith>>) => shop.state().context.products.map(({ id }) => id)

  test('can be shown as soon as it is opened, and reads the products once the list is known', async () => {
    const shop = await openFavourites()
    await opens(shop)
    expect(shop.at<{ context: { shown: { pathname: string } } }>('favourites')).toBeDefined()
    expect(shop.waiting('readSavedProducts')).toEqual([])
    await shop.answers('readFavourites', onDevice(rice.id, tea.id))
    await gives(shop, [rice, tea])
    expect(shown(shop)).toEqual([rice.id, tea.id])
  })

  test('keeps a product that is removed on it, until it is opened again', async () => {
    const shop = await guestWith(rice.id, tea.id)
    await opens(shop)
    await shop.answers('readFavourites', onDevice(rice.id, tea.id))
    await gives(shop, [rice, tea])
    await shop.presses(rice)
    await shop.answers('changeFavourites', [])
    expect([shown(shop), shop.saved()]).toEqual([[rice.id, tea.id], [tea.id]])
    await opens(shop)
    expect(shown(shop)).toEqual([tea.id])
  })

  test('asks once for a product that the shop no longer has', async () => {
    const shop = await guestWith(99_999)
    await opens(shop)
    await shop.answers('readFavourites', onDevice(99_999))
    await gives(shop, [])
    expect(shop.waiting('readSavedProducts')).toEqual([])
    expect(shop.state().value.products).toBe('open')
  })

  test('reads a product that is saved in another tab', async () => {
    const shop = await guestWith(tea.id)
    await opens(shop)
    await shop.answers('readFavourites', onDevice(tea.id))
    await gives(shop, [tea])
    await shop.answers('watchTabs', null)
    await shop.answers('readFavourites', onDevice(rice.id, tea.id))
    expect(shop.waiting('readSavedProducts')[0]!.input).toEqual({ productIds: [rice.id] })
    await gives(shop, [rice])
    expect(shown(shop)).toEqual([rice.id, tea.id])
  })

  test('can be tried again if the products can’t be read', async () => {
    const shop = await guestWith(rice.id)
    await opens(shop)
    await shop.answers('readFavourites', onDevice(rice.id))
    await shop.refuses('readSavedProducts', lost as Refusal)
    expect(shop.state().value.products).toBe('unreachable')
    shop.send('favourites', { type: 'favourites.retry' })
    await shop.settled()
    await gives(shop, [rice])
    expect(shown(shop)).toEqual([rice.id])
  })
})
