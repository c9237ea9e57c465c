import { plainText } from '#contract/typed-text'
import { describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import type { CartLine } from '#contract/cart'
import { routes } from '#contract/routes'
import { waits } from '#contract/waits'
import { anotherBuys, ask } from '../../kit/buying-shopper.ts'
import { callIn, type Call, type Fault } from '../../kit/browser-gateway.ts'
import { mai, openShop as openAnyShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'
const standard = 'Something bad happened; please try again later.'
const cart = [[101, 2]] as const
const ways: Fault[] = ['down', 'HTML with 200', 'HTTP 500', 'wrong types', 'truncated JSON', 'hang']

/** A shop whose browser makes all calls, so that the test can make them fail. */
const openShop = (options: ShopperOptions = {}) => openAnyShop({ begins: 'in the browser', ...options })

/** Advances the page's clock, unless a call is in flight: it would time out, since the gateway does not answer faster. */
async function passes({ page, unanswered }: Shopper, milliseconds: number, hanging?: Call) {
  if (unanswered.every(request => callIn(request) === hanging)) await page.clock.runFor(milliseconds)
}

/** Advances the page's clock until an element is visible, so that the test does not wait for delays and retries. */
async function passesUntil(shopper: Shopper, seen: Locator) {
  await expect
    .poll(
      async () => {
        if (await seen.isVisible()) return true
        // a call in flight would time out
        if (shopper.unanswered.length === 0) await passes(shopper, 1_000)
        return false
      },
      { interval: 20, message: String(seen) },
    )
    .toBe(true)
}

/** A call of a guest's purchase, and the expected behaviour when it fails. */
interface Case {
  call: Call
  /** Opens the page before the failure. */
  from: (shopper: Shopper) => Promise<unknown>
  /** Makes the call. */
  act: (shopper: Shopper) => Promise<unknown>
  /** The error message. */
  said: (shopper: Shopper) => Locator
  /** The shopper's retry. */
  again?: (shopper: Shopper) => Promise<unknown>
  /** Is visible once the gateway works again. */
  recovered: (shopper: Shopper) => Locator
  /** Sets the gateway's answer then, for a call with a rate limit. */
  recover?: (shopper: Shopper) => void
  /** Faults that do not apply to this call. */
  except?: readonly Fault[]
  /** Checks that input is not lost meanwhile. */
  kept?: (shopper: Shopper) => Promise<unknown>
}

const opens = (path: string) => (shopper: Shopper) => shopper.goes(path)
const nothing = () => Promise.resolve()
const toast = ({ page }: Shopper, text: string) => page.locator('[data-kind]').filter({ hasText: text }).first()
const seesArticles = ({ main }: Shopper) => main.getByRole('article').first().waitFor()
const typed =
  (...labels: (keyof typeof mai)[]) =>
  async (shopper: Shopper) => {
    for (const label of labels) expect(await shopper.field(label).inputValue()).toBe(mai[label])
  }
const details = async (shopper: Shopper) => {
  await shopper.checksOut()
  await shopper.fillsDetails()
}
const until = (step: 'Payment' | 'Review') => async (shopper: Shopper) => {
  await details(shopper)
  await shopper.continues('Delivery')
  await shopper.continues('Payment')
  if (step === 'Payment') return
  await shopper.continues('Review')
  await shopper.mayPlace()
}

const cases: Case[] = [
  {
    call: 'categoryMenu',
    from: nothing,
    act: opens(home),
    said: shopper => shopper.aisles.getByText('We couldn’t load the categories.'),
    again: shopper => shopper.presses('Try again', shopper.aisles),
    recovered: shopper => shopper.aisles.getByRole('button', { name: 'Noodles' }),
  },
  {
    call: 'topBrands',
    from: nothing,
    act: opens(home),
    said: shopper => shopper.aisles.getByText('We couldn’t load the brands.'),
    again: shopper => shopper.presses('Try again', shopper.aisles),
    recovered: shopper => shopper.aisles.getByRole('link', { name: 'Golden Paddy' }),
  },
  {
    call: 'brands',
    from: nothing,
    act: opens('/main/brands'),
    said: ({ main }) => main.getByText('We couldn’t load the brands'),
    recovered: ({ main }) => main.getByRole('link', { name: 'Golden Paddy' }),
  },
  {
    call: 'banners',
    except: ['HTML with 200', 'HTTP 500', 'truncated JSON'], // without a retry button each fault costs a reload
    from: nothing,
    act: opens(home),
    said: ({ main }) => main.getByRole('article').first(),
    again: shopper => shopper.reloads(),
    recovered: ({ page }) => page.getByRole('region', { name: 'Banners' }),
  },
  {
    call: 'products',
    from: nothing,
    // the home page's rows ask the same call
    act: opens('/main/product-list/8?by=category'),
    said: ({ main }) => main.getByText('We couldn’t load the products'),
    recovered: ({ main }) => main.getByRole('article').first(),
  },
  {
    call: 'product',
    from: nothing,
    act: opens('/main/product-detail/101'),
    said: ({ page }) => page.getByRole('heading', { level: 1, name: 'We couldn’t load the product' }),
    recovered: ({ page }) => page.getByRole('heading', { level: 1, name: rice }),
  },
  {
    call: 'begin',
    from: nothing,
    act: opens('/check-out'),
    said: ({ main }) => main.getByText('We couldn’t load the checkout'),
    recovered: shopper => shopper.field('First name'),
  },
  {
    call: 'addLine',
    from: async shopper => {
      await shopper.goes(home)
      await seesArticles(shopper)
      await shopper.seesCart('2 item(s) - $ 31.80')
    },
    act: shopper => shopper.presses(`Add to Cart: ${rice}`),
    said: shopper => toast(shopper, standard),
    again: shopper => shopper.presses(`Add to Cart: ${rice}`),
    recovered: ({ header }) => header.getByText('3 item(s) - $ 47.70'),
  },
  {
    call: 'changeLine',
    from: async shopper => {
      await shopper.goes('/cart')
      await shopper.seesCart('2 item(s) - $ 31.80')
    },
    act: shopper => shopper.quantityOf(rice).fill('5'),
    said: shopper => toast(shopper, standard),
    again: shopper => shopper.quantityOf(rice).fill('5'),
    recovered: ({ header }) => header.getByText('5 item(s) - $ 79.50'),
  },
  {
    call: 'removeLine',
    from: async shopper => {
      await shopper.goes('/cart')
      await shopper.seesCart('2 item(s) - $ 31.80')
    },
    act: shopper => shopper.presses(`Remove ${rice}`),
    said: shopper => toast(shopper, standard),
    again: shopper => shopper.presses(`Remove ${rice}`),
    recovered: ({ main }) => main.getByText('You have no items in your shopping cart.'),
  },
  {
    call: 'validateCoupon',
    from: opens('/cart'),
    act: shopper => shopper.appliesCoupon('LANTERN5'),
    said: ({ main }) => main.getByText(standard),
    kept: async ({ page }) => expect(await page.getByLabel('Coupon code').inputValue()).toBe('LANTERN5'),
    again: shopper => shopper.presses('Apply Coupon'),
    recover: ({ gateway }) =>
      gateway.says('validateCoupon', {
        data: { couponCode: 'LANTERN5', discountType: 'amount', discountValue: 5 },
      }),
    recovered: ({ main }) => main.getByText('$5.00 off'),
  },
  {
    call: 'subscribeNewsletter',
    except: ['wrong types'], // its answer has no data
    from: async shopper => {
      await shopper.goes('/main/faq')
      await shopper.page.getByRole('textbox', { name: 'Email' }).fill('mai@example.com')
    },
    act: ({ page }) => page.getByRole('button', { name: 'Subscribe' }).click(),
    said: ({ page }) => page.locator('button:not([aria-busy]):enabled').filter({ hasText: 'Subscribe' }),
    kept: async ({ page }) =>
      await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('mai@example.com'),
    again: ({ page }) => page.getByRole('button', { name: 'Subscribe' }).click(),
    recovered: shopper => toast(shopper, 'You have successfully subscribe to our newsletter.'),
  },
  {
    call: 'countries',
    from: nothing,
    act: async shopper => {
      await shopper.checksOut()
      await shopper.field('First name').fill(mai['First name'])
    },
    said: ({ main }) => main.getByText('We couldn’t load the countries.'),
    kept: typed('First name'),
    recovered: shopper => shopper.field('Country').locator('xpath=self::*[option[2]]'),
  },
  {
    call: 'regions',
    from: async shopper => {
      await shopper.checksOut()
      await shopper.field('First name').fill(mai['First name'])
    },
    act: shopper => shopper.field('Country').selectOption({ label: 'Australia' }),
    said: ({ main }) => main.getByText('We couldn’t load the regions.'),
    kept: typed('First name'),
    recovered: shopper => shopper.field('Region/State').locator('xpath=self::*[option[2]]'),
  },
  {
    call: 'suburbs',
    from: async shopper => {
      await shopper.checksOut()
      await shopper.field('First name').fill(mai['First name'])
      await shopper.field('Country').selectOption({ label: 'Australia' })
    },
    act: shopper => shopper.field('Region/State').selectOption({ label: 'New South Wales' }),
    said: ({ main }) => main.getByText('We couldn’t load the suburbs.'),
    kept: typed('First name'),
    recovered: ({ main }) => main.locator('input[name="billing.city"][list]'),
  },
  {
    call: 'deliveryMethods',
    from: nothing,
    act: async shopper => {
      await details(shopper)
      await shopper.continues('Delivery')
    },
    said: ({ main }) => main.getByText('We couldn’t load the delivery methods.'),
    recovered: ({ main }) => main.getByText('Pick up at the shop'),
  },
  {
    call: 'deliveryFee',
    from: details,
    act: shopper => shopper.continues('Delivery'),
    said: ({ main }) => main.getByText('We couldn’t calculate the delivery fee.'),
    recovered: ({ main }) => main.getByLabel('Order summary').getByText('$5.90'),
  },
  {
    call: 'placeOrder',
    from: until('Review'),
    act: shopper => shopper.placesOrder(),
    said: ({ main }) => main.getByText('The shop isn’t answering yet'),
    again: shopper => shopper.presses('Ask again'),
    recovered: ({ page }) => page.getByRole('heading', { level: 1, name: 'Thank you for your order' }),
  },
]

/** The number of tries of a call: reads without an answer are retried. */
function triesOf(call: Call, way: Fault, round: number): number {
  if (call === 'placeOrder') return round === 0 ? 5 : 4
  if (call === 'countries') return 2 * (1 + waits.lookup.retries) // billing and delivery address read the countries separately
  const { wait } = routes[call]
  const again = wait === 'lookup' || ['down', 'HTTP 500', 'hang'].includes(way)
  return 1 + (again ? waits[wait].retries : 0)
}

/** The call fails in one way until its last try; advances the page's clock meanwhile. */
async function isGivenUp(shopper: Shopper, call: Call, way: Fault, times: number) {
  const { page, gateway } = shopper
  const isThere = async () => {
    if (gateway.count(call) < times) await passes(shopper, 2_000, call)
    return gateway.count(call)
  }
  await expect.poll(isThere, { interval: 20, message: `${call}: ${way}` }).toBe(times)
  if (way === 'hang') await page.clock.runFor(waits[routes[call].wait].timeout)
}

describe('a failed call is reported, and succeeds later without a reload', () => {
  // Specification: 2.9.1, 4.44, S.1.9, S.1.10, S.1.11, S.1.23, S.8.24
  test.each(cases.map(one => [one.call, one] as const))(
    '%s',
    async (call, { from, act, said, recover, recovered, kept, ...one }) => {
      const again = one.again ?? (shopper => shopper.presses('Try again'))
      const shopper = await openShop({ cart, clock: true })
      const { gateway, page } = shopper
      await from(shopper)
      // a call that is still in flight would also fail
      await expect.poll(() => shopper.unanswered).toEqual([])
      for (const [round, way] of ways.filter(way => !one.except?.includes(way)).entries()) {
        const before = gateway.count(call)
        gateway.fails(call, way)
        await (round === 0 ? act(shopper) : again(shopper))
        await isGivenUp(shopper, call, way, before + triesOf(call, way, round))
        // what is said may be there from the round before
        await expect.poll(() => shopper.unanswered).toEqual([])
        await passesUntil(shopper, said(shopper))
        expect([await shopper.h1.count(), await shopper.main.count()]).toEqual([1, 1])
        await kept?.(shopper)
        await expect.poll(() => shopper.unanswered).toEqual([])
        await page.clock.runFor(7_000)
      }
      await gateway.answers(call)
      recover?.(shopper)
      await again(shopper)
      await passesUntil(shopper, recovered(shopper))
    },
  )
})

/** Requests arrive in order: once one of the test's is answered, all earlier ones of the page are counted. */
const hasSaidAll = ({ page }: Shopper) => page.evaluate(() => fetch('/v1/banner').then(answer => answer.text()))

describe('a lookup', () => {
  // Specification: 7.2.1, 9.3
  test('is retried twice, each time 500 ms after the failure', async () => {
    const shopper = await openShop({ clock: true })
    const { page, gateway } = shopper
    await shopper.goes('/main/faq')
    await shopper.aisles.getByRole('link', { name: 'Golden Paddy' }).waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    gateway.fails('products', 'down')
    await shopper.follows('Golden Paddy', shopper.aisles)
    for (const tries of [1, 2, 3]) {
      await gateway.isAsked('products', tries)
      await expect.poll(() => shopper.logged.length).toBe(tries)
      await page.clock.runFor(499)
      await hasSaidAll(shopper)
      expect(gateway.count('products')).toBe(tries)
      await page.clock.runFor(1)
    }
    await shopper.sees('We couldn’t load the products')
    await page.clock.runFor(10_000)
    await hasSaidAll(shopper)
    expect(gateway.count('products')).toBe(3)
  })

  // Specification: 7.2.2, 9.4
  test('aborts each try after 5000 ms', async () => {
    const shopper = await openShop({ clock: true })
    const { page, gateway } = shopper
    await shopper.goes('/main/faq')
    await shopper.aisles.getByRole('link', { name: 'Golden Paddy' }).waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    gateway.fails('products', 'hang')
    await shopper.follows('Golden Paddy', shopper.aisles)
    await gateway.isAsked('products', 1)
    await page.clock.runFor(5_499)
    await hasSaidAll(shopper)
    expect(gateway.count('products')).toBe(1)
    await page.clock.runFor(1)
    await gateway.isAsked('products', 2)
  })
})

describe('the code that reads products', () => {
  test('that fails to load counts as a lost response: it is retried, reported, and loaded when the shopper asks', async () => {
    const shopper = await openShop({ begins: 'on the server' }) // whose pages contain the data of menu and brands
    const { page, main } = shopper
    const code = /\/assets\/lookups-/
    const tried = () => shopper.requests.filter(request => code.test(request.url())).length
    await shopper.goes('/main/faq')
    expect(tried()).toBe(0)
    await page.route(code, caught => caught.abort('connectionreset'))
    await shopper.follows('Golden Paddy', shopper.aisles)
    await main.getByText('We couldn’t load the products').waitFor()
    expect(tried()).toBeGreaterThanOrEqual(3) // a browser may preload it before a try
    expect(shopper.gateway.count('products')).toBe(0)
    await page.unroute(code)
    await shopper.presses('Try again', main)
    await main.getByRole('article').first().waitFor()
    expect(shopper.errors.splice(0).filter(error => !error.includes('ERR_CONNECTION_RESET'))).toEqual([])
  })
})

describe('a cart that changes before the order is placed', () => {
  // Specification: S.8.33
  test('names the product that another shopper bought, and is not ordered', async () => {
    const shopper = await openShop({ cart: [[808, 3]] })
    await shopper.reviews()
    await anotherBuys([[808, 1]])
    await shopper.placesOrder()
    await shopper.sees(/Only 2 left: .*Aged Pu-erh Tea Cake 357 g/)
    await shopper.sees('The order was not placed and nothing was charged.')
    await shopper.follows('View your cart')
    await shopper.seesHeading('Shopping Cart')
    expect(shopper.ordersSent.length).toBe(1)
  })

  // Specification: S.1.25, S.8.32
  test('shows the new price, and is ordered at that price once the shopper has seen it', async () => {
    const shopper = await openShop({ cart })
    const cheaper = (lines: CartLine[]) => lines.map(line => ({ ...line, totalPrice: 30, productPrice: 15 }))
    shopper.gateway.changes<{ shoppingCart: CartLine[] }>('begin', answer => ({
      ...answer,
      shoppingCart: cheaper(answer.shoppingCart),
    }))
    await shopper.reviews()
    await shopper.seesAmount('Total', '$35.90')
    await shopper.placesOrder()
    await shopper.sees(/now costs \$31\.80, not \$30\.00/)
    await shopper.seesAmount('Total', '$37.70')
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(new Set(shopper.ordersSent.map(({ requestId }) => requestId)).size).toBe(2)
  })
})

describe('a coupon', () => {
  // Specification: S.1.16, S.1.24, S.4.11
  test.each([
    ['NOSUCHCODE', 'This coupon is not valid.'],
    ['HOTPOT20', 'This coupon has expired.'],
    ['MOONCAKE8', 'This coupon has been used up.'],
  ])('that is not valid shows the reason: %s', async (code, why) => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    await shopper.appliesCoupon(code)
    await shopper.sees(why)
    const field = shopper.page.getByLabel('Coupon code')
    await expect.poll(() => field.inputValue()).toBe(code)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await shopper.seesAmount('Total', '$31.80')
  })

  // Specification: S.4.13
  test('below its minimum stays in the cart without a discount, and shows the missing amount', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    await shopper.appliesCoupon('PANTRY15')
    await shopper.sees('Spend $68.20 more to use this coupon.')
    await shopper.seesAmount('Total', '$31.80')
    await shopper.quantityOf(rice).fill('7')
    await shopper.seesAmount('Discount', '−$15.00')
    await shopper.presses('Remove Coupon')
    await shopper.seesAmount('Total', '$111.30')
  })

  // Specification: S.8.34
  test('that expires before the order is placed is reported in the review, and the order is not placed', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    const data = { couponCode: 'HOTPOT20', discountType: 'percent', discountValue: 20 }
    shopper.gateway.says('validateCoupon', { data })
    await shopper.appliesCoupon('HOTPOT20')
    await shopper.sees('20% off ($6.36)')
    await shopper.follows('Checkout')
    await shopper.fillsCheckout()
    await shopper.gateway.answers('validateCoupon')
    await shopper.placesOrder()
    await shopper.sees('This coupon can’t be used for this order.')
    await shopper.seesAmount('Total', '$37.70')
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
  })
})

describe('a quantity', () => {
  // Specification: 5.6
  test('that is invalid shows an error, and is not sent', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    for (const [text, why] of [
      ['', 'Quantity is required'],
      ['0', 'Minimum quantity is 1'],
      ['1000', 'Maximum quantity is 999'],
    ] as const) {
      await shopper.quantityOf(rice).fill(text)
      await shopper.sees(why)
    }
    await shopper.quantityOf(rice).fill('4')
    await shopper.seesCart('4 item(s) - $ 63.60')
    await shopper.gateway.isAsked('changeLine')
  })
})

describe('a browser without storage', () => {
  test('can still place an order', async () => {
    const shopper = await openShop({ blocksStorage: true })
    await shopper.goes(home)
    await shopper.adds(rice)
    await shopper.adds(rice)
    await shopper.follows('View Item: Golden Paddy')
    await shopper.seesHeading(rice)
    await shopper.follows('View Cart')
    await shopper.seesHeading('Shopping Cart')
    await shopper.follows('Checkout')
    await shopper.fillsCheckout()
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(shopper.errors.splice(0)).toEqual([expect.stringContaining('This visit is not journaled')])
  })
})

const strange = [
  ['emoji', '🍚👨‍👩‍👧‍👦🧧'],
  ['10,000 characters', 'long '.repeat(2_000).trim()],
  ['markup', '<img src=x onerror="window.hurt = true"><script>window.hurt = true</script>'],
  ['right-to-left text', '‮אורז יסמין‬ أرز الياسمين'],
  ['a path', '../../etc?q=%00&by=brand#x'],
] as const

// with pictures, or markup with pictures could do no harm
describe('text with markup', () => {
  test('is searched for and shown as text', async () => {
    const shopper = await openShop({ pictures: true })
    await shopper.goes('/main/faq')
    for (const [name, words] of strange) {
      const wanted = plainText(words.slice(0, 1_500))
      await shopper.searches(words.slice(0, 1_500))
      await expect.poll(() => shopper.h1.textContent(), { message: name }).toContain(`Results for “${wanted}”`)
      expect(await shopper.horizontalOverflow(), name).toBeLessThanOrEqual(0)
    }
    expect(await shopper.page.evaluate(() => 'hurt' in window)).toBe(false)
  })

  // Specification: 2.6.4, S.1.45
  test.each(strange)('in a name and a description is shown as text: %s', async (_, words) => {
    const shopper = await openShop({ pictures: true })
    shopper.gateway.changes<{ data: object }>('product', ({ data, ...rest }) => ({
      ...rest,
      data: {
        ...data,
        name: words,
        brandName: words,
        code: words,
        description: `<p>${words}</p><b onclick="x">bold</b>`,
      },
    }))
    await shopper.goes('/main/product-detail/101')
    await shopper.sees('bold')
    await expect.poll(() => shopper.h1.textContent()).toBe(words)
    expect(await shopper.main.locator('[onclick], [onerror], script').count()).toBe(0)
    expect(await shopper.page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(await shopper.horizontalOverflow()).toBeLessThanOrEqual(0)
    // the browser reports the inline handlers that the shop removes
    expect(shopper.errors.splice(0).filter(error => !error.includes('inline event handler'))).toEqual([])
  })

  // Specification: S.8.18
  test('is in the order exactly as it was typed', async () => {
    const shopper = await openShop({ cart, pictures: true })
    const odd = { 'First name': '<img src=x onerror="hurt=1">', 'Last name': 'שָׁלוֹם 🌸', 'Address 1': "1 O'Neil & Sons" }
    await shopper.reviews(odd)
    await shopper.field('Order comment').fill('</textarea><script>hurt=1</script>')
    await shopper.placesOrder()
    await shopper.seesOrder()
    for (const text of [...Object.values(odd), '</textarea><script>hurt=1</script>']) await shopper.sees(text)
    expect(await shopper.page.evaluate(() => 'hurt' in window)).toBe(false)
  })

  test('that is too long for a field is reported, and stays', async () => {
    const shopper = await openShop({ cart })
    await shopper.checksOut()
    await shopper.fillsDetails({ 'First name': 'x'.repeat(10_000) })
    await shopper.presses('Continue')
    await shopper.sees('First name must be at most 100 characters')
    expect((await shopper.field('First name').inputValue()).length).toBe(10_000)
    expect(await shopper.horizontalOverflow()).toBeLessThanOrEqual(0)
  })
})

describe('a line that the gateway no longer has', () => {
  // Specification: S.4.8
  test('counts as removed', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    await shopper.seesCart('2 item(s) - $ 31.80')
    const session = await shopper.page.evaluate(() => localStorage.getItem('shop.session'))
    const { listData } = await ask<CartLine>('GET', `/cart/${session}`)
    await ask('DELETE', `/cart/${listData[0]!.id}`)
    await shopper.presses(`Remove ${rice}`)
    await shopper.sees('You have no items in your shopping cart.')
    await shopper.seesCart('0 item(s) - $ 0')
  })
})
