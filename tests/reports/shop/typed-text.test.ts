import { describe, expect, test } from 'vitest'
import { createActor, createMachine, fromPromise } from 'xstate'
import { parseQuantity } from '#contract/quantity'
import { fieldError, isEmail, meant, understood } from '#contract/fields'
import { filterIn } from '#contract/list-paths'
import { readSettingField } from '#contract/office-settings'
import { plainEmail, plainText } from '#contract/typed-text'
import { profileErrors } from '#machines/account/profile'
import { cartMachine } from '#machines/cart/cart'
import { newsletterMachine } from '#machines/newsletter/newsletter'
import { gramsIn, substituteQuantity } from '#machines/office/office-order-setup'
import { readProductForm } from '#machines/office/product-form'
import { forgottenErrors } from '#machines/password/forgotten'
import { searchMachine } from '#machines/search/search'
import { loginErrors } from '#machines/session/login'
import { officeProduct } from '../../kit/outcomes.ts'

describe('ourjapanlife/findadoc-web#1762, review F11: text as input methods and clipboards write it', () => {
  test.each([
    '２１２２',
    '\u200B2122',
    '٢١٢٢',
    '२१२२',
    '\u00A02122\uFEFF',
    '\u200E2122\u200F',
    '21\u00AD22',
    '۲۱۲۲',
    '\u30002122',
  ])('%j is the post code 2122', text => {
    expect(meant('postCode', text)).toBe('2122')
  })

  test.each(['ＷＥＬＣＯＭＥ１０', 'WEL\u200BCOME10', ' WELCOME10\u2060'])('%j is the coupon WELCOME10', text => {
    expect(plainText(text)).toBe('WELCOME10')
  })

  test.each(['３', '٣', '३', '\u200B3', ' 3 '])('%j is the quantity 3', text => {
    expect(parseQuantity(text)).toBe(3)
  })

  test.each(['１２', '١٢', '\u200B12'])('%j is 12 in the fields of the office', text => {
    const { change, errors } = readProductForm(
      { typed: { price: `${text}.50`, stock: text, energy: `${text}.5`, size: `${text} g` }, isForSale: null },
      { ...officeProduct, stock: 0 },
    )
    expect({ change, errors }).toMatchObject({
      errors: {},
      change: { price: 12.5, stockChange: 12, nutrition: { energy: 12.5 }, size: { amount: 12, unit: 'g' } },
    })
    expect(gramsIn({ weights: { 101: text } }, 101)).toBe(12)
    expect(substituteQuantity({ replacing: { quantity: text } as never })).toBe(12)
    for (const kind of ['amount', 'decimal', 'whole', 'time', 'day'] as const) {
      const written = { amount: text, decimal: text, whole: text, time: `${text}:00`, day: `2026-${text}-01` }[kind]
      expect(readSettingField({ kind } as never, written), kind).toHaveProperty('value')
    }
  })

  test('every digit of every writing system is one of 0 to 9, in the order of its row', () => {
    const digits: string[] = []
    for (let code = 128; code < 0x1_ff_ff; code += 1) {
      const character = String.fromCodePoint(code)
      // others are letters of mathematics and full-width forms, which NFKC changes
      if (/\p{Nd}/u.test(character) && character.normalize('NFKC') === character) digits.push(character)
    }
    expect(digits.length).toBeGreaterThan(500)
    expect(digits.map(plainText)).toEqual(digits.map((_, at) => String(at % 10)))
  })

  test('passwords and names are not changed', () => {
    expect(meant('password', ' ２\u200B ')).toBe(' ２\u200B ')
    expect(meant('firstName', 'Ｍai')).toBe('Ｍai')
  })
})

describe('the-djmaze/snappymail#436: an email address as it is pasted', () => {
  test.each([
    'mailto:mai@example.com',
    'mailto:mai@example.com?subject=Hello',
    '<mai@example.com>',
    'Mai Tran <mai@example.com>',
    '\u200Emai@example.com',
    'mai\u200B@example.com',
    'mai＠example.com',
    'mai@example.com.',
    'mai@example.com,',
    'Mai <mai@example.com>;',
    'mailto:mai%40example.com',
  ])('%j is understood', text => {
    expect(plainEmail(text)).toBe('mai@example.com')
    expect(fieldError('email', text)).toBeNull()
  })
})

describe('review F10: odd email addresses', () => {
  test.each([
    'a..b@c.com',
    '.a@b.com',
    'a.@b.com',
    `a@${'b'.repeat(64)}.com`,
    'a@-b.com',
    'a@b-.com',
    'a@b',
    'a@b.123',
    'a b@c.com',
    '"a b"@c.com',
    'a@[127.0.0.1]',
    'a(comment)@b.com',
    'a@b@c.com',
    `${'a'.repeat(65)}@b.com`,
    'a@b..com',
    `a@${'b.'.repeat(130)}com`,
  ])('%s is refused', text => {
    expect(fieldError('email', text)).toBe('Email must be a valid email address')
  })

  test.each([
    'a@b.co',
    "o'neil+shop@example.com.au",
    'mai.tran@müller.example',
    'trần@例え.jp',
    `${'a'.repeat(64)}@b.com`,
  ])('%s is accepted', text => {
    expect(isEmail(text)).toBe(true)
  })
})

describe('review F11, review F9, review F10: typed text is compared and sent as it was meant', () => {
  test.each(['ＷＥＬＣＯＭＥ１０', 'WEL\u200BCOME10\u2060', '\u00A0WELCOME10 '])('the coupon %j is sent', code => {
    const sent: unknown[] = []
    const cart = cartMachine.provide({
      actors: { validateCoupon: fromPromise(async ({ input }) => void sent.push(input)) as never },
    })
    const actor = createActor(cart, { parent: createActor(createMachine({})).start() as never }).start()
    actor.send({ type: 'coupon.typed', value: code })
    actor.send({ type: 'coupon.apply' })
    expect(sent).toEqual([{ code: 'WELCOME10' }])
  })

  test('a coupon, a search and a newsletter of invisible characters count as empty', () => {
    expect(
      cartMachine.implementations.guards.hasCode!({ context: { code: '\u200B' } } as never, undefined as never),
    ).toBe(false)
    expect(searchMachine.implementations.guards.hasWords!({} as never, '\u200B\u3000' as never)).toBe(false)
    expect(
      newsletterMachine.implementations.guards.hasEmail!({ context: { email: '\uFEFF' } } as never, undefined as never),
    ).toBe(false)
  })

  test.each(['ｒｉｃｅ　５', 'rice\u200B 5', '\u200Erice ٥'])('the search %j names the list of "rice 5"', text => {
    expect(
      filterIn({ pathname: '/main/product-list/0', search: `?by=search&q=${encodeURIComponent(text)}` }),
    ).toMatchObject({
      searchCriteria: 'rice 5',
    })
  })

  test.each([
    ['postCode', '２１２２', '2122'],
    ['postCode', '٢١٢٢', '2122'],
    ['telephone', '\u202A0255 500 188\u202C', '0255 500 188'],
    ['email', 'Mai <mai@example.com>', 'mai@example.com'],
    ['postCode', ' 2122 ', ' 2122 '],
    ['firstName', 'Ｍai', 'Ｍai'],
    ['password', '２', '２'],
  ] as const)('a field for %s that had %j shows %j when it is left', (field, typed, shown) => {
    expect(understood(field, typed)).toBe(shown)
  })

  test('an account of before the rule for email addresses can log in, and gets a reset link', () => {
    const asked = { email: 'a..b@example.com', passwordError: null } as never
    expect(loginErrors(asked)).toEqual({})
    expect(forgottenErrors(asked)).toEqual({})
    for (const email of ['', 'mai', 'mai@', 'a b@c.com', `a@${'b.'.repeat(130)}com`])
      expect(forgottenErrors({ email })).toEqual({ email: fieldError('email', email) })
  })

  test('an address of before the rule does not prevent a change of the name', () => {
    const saved = { ...person, email: 'a..b@example.com', customerId: 'mai' }
    expect(profileErrors({ saved, typed: { firstName: 'Mei' } } as never)).toEqual({})
    expect(profileErrors({ saved, typed: { email: 'c..d@example.com' } } as never)).toHaveProperty('email')
  })
})

const person = { firstName: 'Mai', lastName: 'Tran', telephone: '0255500188' }
