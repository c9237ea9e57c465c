import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { fieldError, fields, meant, type FieldName } from '#contract/fields'
import { filterIn } from '#contract/list-paths'
import { readSettingField } from '#contract/office-settings'
import { listNameError } from '#contract/shopping-lists'
import { isBlank } from '#contract/visible-text'
import { blankProduct, changedProduct } from '#gateway/office/product-values'
import { addressIn, emptyAddress } from '#machines/address/address-form'
import { newsletterMachine } from '#machines/newsletter/newsletter'
import { searchMachine } from '#machines/search/search'
import { invisibleTexts, visibleTexts } from '../../kit/invisible-text.ts'

const required = (Object.keys(fields) as FieldName[]).filter(
  field => fields[field].required !== undefined && !['password', 'confirmPassword', 'acceptTerms'].includes(field),
)
const optional: FieldName[] = ['company', 'address2', 'comment']

describe('Expensify/App#96468, elixir-ecto/ecto#4087, codidact/qpixel#160: a field that only looks filled', () => {
  test.each(invisibleTexts)('%s is missing in every required field, and absent in others', (_, text) => {
    for (const field of required) expect.soft(fieldError(field, text), field).toBe(fields[field].required)
    for (const field of optional) {
      expect.soft(fieldError(field, text), field).toBeNull()
      expect.soft(meant(field, text), field).toBe('')
    }
  })

  test.each(invisibleTexts)('%s is neither a name of a shopping list nor a value of the office', (_, text) => {
    expect(listNameError(text, [])).toBe('Enter a name for the list.')
    expect(readSettingField({ kind: 'text', label: 'Title' }, text)).toHaveProperty('error')
    expect(readSettingField({ kind: 'text', label: 'Title', isOptional: true }, text)).toEqual({ value: '' })
    const change = { secondName: text, ingredients: text, origin: text }
    const { values } = changedProduct(blankProduct('LL-1'), change, {} as never, '2026-12-01')
    expect(values).toMatchObject({ secondName: null, ingredients: null, origin: null })
  })

  test.each(visibleTexts)('%j is a name', text => {
    expect(isBlank(text)).toBe(false)
    expect(fieldError('lastName', text)).toBeNull()
    expect(meant('lastName', text)).toBe(text)
  })

  test('a password may consist of any characters', () => {
    expect(fieldError('password', '\u2800'.repeat(6))).toBeNull()
  })

  test('digits between blank characters are counted without them', () => {
    expect(fieldError('telephone', `1${'\u2800'.repeat(9)}2`)).toBe('Phone number must be at least 8 characters')
    expect(meant('postCode', '\u280021\u{200B}22\u3164')).toBe('2122')
  })

  test('an address is sent without the optional fields that only look filled', () => {
    const sent = addressIn({ ...emptyAddress, company: '\u3164', address2: '\u2800\u00A0' })
    expect(sent).not.toHaveProperty('company')
    expect(sent).not.toHaveProperty('address2')
  })

  test.each(invisibleTexts)('%s is no search and no subscription', (_, text) => {
    const search = createActor(searchMachine).start()
    search.send({ type: 'search.typed', value: text })
    expect(search.getSnapshot().matches('empty')).toBe(true)
    expect(
      filterIn({ pathname: '/main/product-list/0', search: `?by=search&q=${encodeURIComponent(text)}` }),
    ).toMatchObject({ criteria: 'features' })
    const newsletter = createActor(newsletterMachine).start()
    newsletter.send({ type: 'newsletter.typed', value: text })
    newsletter.send({ type: 'newsletter.submit' })
    expect(newsletter.getSnapshot().matches('ready')).toBe(true)
  })
})
