import { describe, expect, test } from 'vitest'
import { lost } from '../../kit/outcomes.ts'
import { openShop } from '../../kit/open-shop.ts'

/** A shop with its toasts and navigations. */
function open() {
  const shop = openShop()
  const toasts: { kind: string; text: string }[] = []
  const went: string[] = []
  shop.root.on('toast', ({ toast }: { toast: (typeof toasts)[number] }) => toasts.push(toast))
  shop.root.on('go', ({ to }: { to: string }) => went.push(to))
  shop.root.start()
  return { ...shop, toasts, went }
}

describe('a visit', () => {
  // Specification: 3.32, 4.1
  test('starts by reading the category menu, the brands, the top ten brands and the banners', () => {
    const asked = open().pending.map(({ name }) => name)
    for (const one of ['readCategories', 'readBrands', 'readTopBrands', 'readBanners']) {
      expect(asked).toContain(`catalogue/${one}/ask`)
    }
  })
})

describe('the search box', () => {
  // Specification: 2.3.5, 5.34
  test('ignores a blank search', () => {
    const shop = open()
    for (const value of ['', '   ']) {
      shop.send('search', { type: 'search.typed', value })
      shop.send('search', { type: 'search.submit' })
    }
    expect(shop.went).toEqual([])
  })

  // Specification: 2.3.6
  test('goes to the results and is cleared', () => {
    const shop = open()
    shop.send('search', { type: 'search.typed', value: ' fish sauce ' })
    shop.send('search', { type: 'search.submit' })
    expect(shop.went).toEqual(['/main/product-list/0?by=search&q=fish+sauce'])
    expect(shop.at('search')).toMatchObject({ value: 'empty', context: { text: '' } })
  })
})

describe('the newsletter', () => {
  const signUp = async (email: string) => {
    const shop = open()
    shop.send('newsletter', { type: 'newsletter.typed', value: email })
    shop.send('newsletter', { type: 'newsletter.submit' })
    await shop.settled()
    return shop
  }

  // Specification: 5.1, 5.2
  test('requires an email and does not check its format', async () => {
    expect((await signUp('  ')).waiting('subscribe')).toEqual([])
    expect((await signUp(' no address ')).waiting('subscribe')).toMatchObject([{ input: { email: 'no address' } }])
  })

  // Specification: 4.41
  test('is submitted once, however often it is pressed', async () => {
    const shop = await signUp('mai@example.com')
    shop.send('newsletter', { type: 'newsletter.submit' })
    await shop.settled()
    expect(shop.waiting('subscribe')).toHaveLength(1)
  })

  // Specification: 2.9.1, 4.43, 4.44
  test('announces a success and is cleared', async () => {
    const shop = await signUp('mai@example.com')
    await shop.answers('subscribe', null)
    expect(shop.toasts).toEqual([{ kind: 'success', text: 'You have successfully subscribe to our newsletter.' }])
    expect(shop.at('newsletter')).toMatchObject({ value: 'ready', context: { email: '' } })
  })

  // Specification: 4.45, 8.10
  test('announces no failure and keeps the email', async () => {
    const shop = await signUp('mai@example.com')
    await shop.refuses('subscribe', lost)
    expect(shop.toasts).toEqual([])
    expect(shop.at('newsletter')).toMatchObject({ value: 'ready', context: { email: 'mai@example.com' } })
  })
})
