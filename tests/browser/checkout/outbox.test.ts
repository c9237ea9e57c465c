import { describe, expect, test } from 'vitest'
import { ask } from '../../kit/buying-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const twoRice = [[101, 2]] as const
const home = '/main/product-list/0'
const day = 86_400_000

/** The unsettled orders of the browser. */
const unsettled = ({ page }: Shopper) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('shop.order/')))

/** Presses 'Place Order'; the request never reaches the gateway, and the shopper leaves. */
async function ordersWithoutResponse(shopper: Shopper) {
  await shopper.reviews()
  shopper.gateway.fails('placeOrder', 'hang')
  await shopper.placesOrder()
  await expect.poll(() => unsettled(shopper)).toHaveLength(1)
}

/** Leaves the shop for a document of the same origin. */
const leaves = ({ page }: Shopper) => page.goto(`${shopUrl()}/robots.txt`)

/** Simulates another build, which can't resume the journal. Runs in the page before the shop. */
function loseJournal() {
  if (sessionStorage.getItem('lost')) return
  sessionStorage.clear()
  sessionStorage.setItem('lost', 'yes')
  localStorage.removeItem('shop.journaled')
  indexedDB.deleteDatabase('shop')
}

/** Sets the clock ahead by this number of milliseconds. Runs in the page before the shop. */
function setClock(by: number) {
  const Real = Date
  window.Date = class extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Real.now() + by)
      else super(...given)
    }
    static override now = () => Real.now() + by
  } as DateConstructor
}

const bar = ({ page }: Shopper) => page.getByRole('status').filter({ hasText: 'was never confirmed' })

describe('an order whose response is lost', () => {
  test('is not sent 20 days later from the home page; discarding it makes its key unusable and keeps the cart', async () => {
    const shopper = await openShop({ cart: twoRice })
    await ordersWithoutResponse(shopper)
    const [order, ...more] = shopper.ordersSent
    expect(more).toEqual([])
    await leaves(shopper)
    await shopper.gateway.answers()
    await shopper.page.addInitScript(setClock, 20 * day)
    await shopper.goes(home)
    await bar(shopper).waitFor()
    expect(shopper.ordersSent).toHaveLength(1)
    await shopper.page.getByRole('button', { name: 'Discard it' }).click()
    await shopper.seesToast('The order was discarded. Nothing was ordered.')
    await bar(shopper).waitFor({ state: 'hidden' })
    expect(await unsettled(shopper)).toEqual([])
    expect(await ask('POST', '/order', order!)).toMatchObject({ statusCode: 410, data: null })
    await shopper.seesCart('2 item(s) - $ 31.80')
    expect(shopper.ordersSent).toHaveLength(1)
  })

  test('is found by another build, and its receipt can be reached', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    // the order reaches the gateway, but its answer is lost
    shopper.gateway.fails('placeOrder', 'lost')
    shopper.gateway.fails('findOrder', 'hang')
    await shopper.placesOrder()
    await shopper.gateway.isAsked('findOrder', 1)
    await shopper.page.addInitScript(loseJournal)
    await leaves(shopper)
    await shopper.gateway.answers()
    await shopper.goes(home)
    await shopper.page.getByText(/^Your order \d+ was placed\.$/).waitFor()
    expect(shopper.ordersSent).toHaveLength(1)
    await shopper.page.getByRole('button', { name: 'View receipt' }).click()
    await shopper.seesOrder()
    await shopper.seesCart('0 item(s) - $ 0')
    expect(await unsettled(shopper)).toEqual([])
  })
})
