import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { schema, type Journal } from '#machines/journal/entry'
import { maskJournal, personalFilters } from '#machines/journal/mask'
import { allergens, diets } from '#contract/product-facts'
import { replay } from '#machines/journal/replay'
import { visits } from '../../journals/visits.ts'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { checkoutOf, openAtPayment } from '../../kit/open-payment.ts'
import { openShop } from '../../kit/open-shop.ts'
import { refused, riceLine } from '../../kit/outcomes.ts'
import { step, take } from '../../kit/random-events.ts'
import { seed } from '../../kit/seed.ts'

const kept = (name: string): Journal =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../journals/shop-3/${name}.json`, import.meta.url)), 'utf8'),
  ) as Journal

/** The state value of every machine, without contexts. */
function statesIn(snapshot: unknown): unknown {
  const { value, children } = snapshot as { value?: unknown; children?: Record<string, { snapshot: unknown }> }
  const below = Object.entries(children ?? {}).map(([id, child]) => [id, statesIn(child.snapshot)])
  return { value, ...Object.fromEntries(below) }
}
const replayedStates = (journal: Journal) => statesIn(replay(openShop().logic, journal).snapshot())

describe('a masked journal', () => {
  test.each(Object.keys(visits))('contains no typed text and replays to the same states: %s', name => {
    const whole = kept(name)
    const masked = maskJournal(whole)
    const own = ['美', 'Mai', 'May', 'Tran', 'Nguyen', 'mai@', '0255500188', '88 Lantern Lane', '2122', '茶', 'WELC']
    const text = JSON.stringify(whole)
    expect(own.filter(one => text.includes(one)).length).toBeGreaterThan(3)
    expect(own.filter(one => JSON.stringify(masked).includes(one))).toEqual([])
    expect(replayedStates(masked)).toEqual(replayedStates(whole))
    expect(masked.entries.map(({ seq, to, kind }) => [seq, to, kind])).toEqual(
      whole.entries.map(({ seq, to, kind }) => [seq, to, kind]),
    )
  })

  test('hides a name inside a sentence and search words in a URL, but no value that machines depend on', () => {
    const sent = (event: object) => ({ seq: 1, at: 0, to: 'shop/cart', kind: 'send', event })
    const { entries } = maskJournal({
      entries: [
        sent({ type: 'checkout.typed', form: 'person', field: 'firstName', value: 'Mireille 7' }),
        sent({ type: 'toast.raised', toast: { kind: 'success', text: 'Welcome, Mireille 7!' } }),
        sent({ type: 'location.changed', location: { pathname: '/', search: '?by=search&q=%E8%8C%B6&page=2' } }),
        sent({ type: 'search.typed', value: 'cart' }),
        sent({ type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 }),
        sent({ type: 'location.go', to: '/main/product-list/0?by=search&q=tea' }),
      ],
    })
    expect(entries.map(({ to }) => to)).toEqual(Array(6).fill('shop/cart'))
    expect(entries.map(({ event }) => event)).toEqual([
      { type: 'checkout.typed', form: 'person', field: 'firstName', value: 'xxxxxxxx 0' },
      { type: 'toast.raised', toast: { kind: 'success', text: 'xxxxxxx, xxxxxxxx 0!' } },
      { type: 'location.changed', location: { pathname: '/', search: '?by=search&q=x&page=2' } },
      { type: 'search.typed', value: 'xxxx' },
      { type: 'cart.setQuantity', lineId: 'line-1', quantity: 4 },
      { type: 'location.go', to: '/main/product-list/0?by=search&q=x' },
    ])
  })

  test('keeps the filters of lists, which decide what is requested, but no diet, allergen or unknown parameter', () => {
    const to = '/main/product-list/0?by=search&diet=vegan&without=milk,soy&max=9.5&stock=1'
    const { event, view } = maskJournal({
      event: { type: 'location.go', to: `${to}&q=tea&note=mine` },
      view: { sort: 'name', filters: 'diet=vegan&without=milk%2Csoy' },
    })
    const shared = '/main/product-list/0?by=search&diet=vegetarian&without=gluten,wheat&max=9.5&stock=1'
    expect(event.to).toBe(`${shared}&q=x&note=x`)
    expect(view).toEqual({ sort: 'name', filters: 'diet=vegetarian&without=gluten%2Cwheat' })
    // a value that is there twice is one afterwards as well
    expect(maskJournal({ to: '/main/product-list/0?without=soy,milk%2Csoy' })).toEqual({
      to: '/main/product-list/0?without=gluten,wheat%2Cgluten',
    })
    expect(allergens).toEqual(expect.arrayContaining([...personalFilters.get('without')!]))
    expect(diets).toEqual(personalFilters.get('diet'))
  })

  test('leaves only known structure unmasked, so that new properties are masked', () => {
    const filter = { by: 'search', searchCriteria: 'haemorrhoid cream', note: 'for Mai' }
    const { shown, code, refusal } = maskJournal({
      shown: { filter },
      code: 'WELCOME10',
      refusal: { code: 'lost', message: 'No coupon WELCOME10', status: 0 },
    })
    expect(shown).toEqual({ filter: { by: 'search', searchCriteria: 'xxxxxxxxxxx xxxxx', note: 'xxx xxx' } })
    expect([code, refusal]).toEqual(['xxxxxxx00', { code: 'lost', message: 'xx xxxxxx xxxxxxx00', status: 0 }])
  })

  test('replays an order with a coupon in percent, sent again after a changed price', async () => {
    const shop = await openAtPayment()
    shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
    for (const _step of ['delivery', 'payment']) shop.send('checkout', { type: 'checkout.continue' })
    const places = async () => {
      const { total } = checkoutTotals(checkoutOf(shop))
      shop.send('checkout', { type: 'checkout.accept', total })
      shop.send('checkout', { type: 'checkout.place', total })
      await shop.settled()
    }
    shop.send('cart', { type: 'coupon.typed', value: 'TEN' })
    shop.send('cart', { type: 'coupon.apply' })
    await shop.settled()
    await shop.answers('validateCoupon')
    await places()
    const message = 'Jasmine Rice costs more.'
    const conflict = { about: 'price', productId: riceLine.productId, was: 15.9, now: 17.9, message }
    await shop.refuses('placeOrder', { ...refused, conflicts: [conflict] })
    await shop.answers('readCart', [{ ...riceLine, totalPrice: 17.9, productPrice: 17.9 }])
    await places()
    await shop.answers('placeOrder')
    const whole = { schema, fingerprints: {}, checkpoint: null, entries: shop.entries }
    expect(replayedStates(whole)).toMatchObject({ checkout: { value: { step: 'placed' } } })
    expect(replayedStates(maskJournal(whole))).toEqual(replayedStates(whole))
  })

  test('replays to the same states after a random visit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async steps => {
        const shop = openShop()
        shop.root.start()
        for (const one of steps) await take(shop, one)
        const whole = { schema, fingerprints: {}, checkpoint: null, entries: shop.entries }
        expect(replayedStates(maskJournal(whole))).toEqual(replayedStates(whole))
        shop.root.stop()
      }),
      { seed, numRuns: 60 },
    )
  })
})
