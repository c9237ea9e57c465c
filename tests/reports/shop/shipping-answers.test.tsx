import { renderToString } from 'react-dom/server'
import { Router } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { DeliveryTerms } from '#machines/shipping/delivery-terms'
import { ShippingPage } from '#src/shipping/ShippingPage.tsx'
import { QuestionsPage } from '#src/information/QuestionsPage.tsx'
import { store } from '#src/store/store.ts'

const navigator = { createHref: String, push() {}, replace() {}, go() {} }
const textOf = (page: React.ReactNode) =>
  renderToString(
    <Router location="/main/delivery-info" navigator={navigator}>
      {page}
    </Router>,
  )
    .replaceAll('<!-- -->', '')
    .replaceAll(/<title>.*?<\/title>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const shipping = (terms: DeliveryTerms | null) => textOf(<ShippingPage terms={terms} onRetry={null} />)

const terms: DeliveryTerms = {
  minimum: 3000,
  methods: [
    { id: 'home', name: 'Home delivery', description: 'To your door', fee: { from: 590, to: 1090 } },
    { id: 'express', name: 'Express delivery', description: 'First', fee: null },
    { id: 'pickup', name: 'Pick up', description: 'At the shop', fee: { from: 0, to: 0 } },
  ],
  bands: [
    { fee: 590, suburbs: [{ name: 'Eastwood', postCode: '2122' }] },
    { fee: 1090, suburbs: [{ name: 'Rhodes', postCode: '2138' }] },
  ],
}

describe('review severe-2: a heading that promises an answer and gives none', () => {
  test('Shipping has the minimum, each method with its fee, and the suburbs with theirs', () => {
    const text = shipping(terms)
    expect(text).toContain('Home delivery $5.90 to $10.90')
    expect(text).toContain('Express delivery Shown at checkout')
    expect(text).toContain('Pick up Free')
    expect(text).toContain('The minimum order is $30.00')
    expect(text).toContain('$5.90 delivery Eastwood 2122')
    expect(text).toContain('$10.90 delivery Rhodes 2138')
  })

  test.each([
    ['What it costs', { minimum: 0, methods: [], bands: terms.bands }],
    ['Where we deliver', { ...terms, bands: [] }],
  ])('the heading %s is left out if the gateway does not say it', (heading, without) => {
    expect(shipping(terms)).toContain(heading)
    expect(shipping(without)).not.toContain(heading)
  })

  test('when deliveries arrive is the grocer’s own sentence, on Shipping and in the questions', () => {
    expect(store.deliveryTimes).not.toBe('')
    expect(shipping(terms)).toContain(`When it arrives ${store.deliveryTimes}`)
    expect(textOf(<QuestionsPage />)).toContain(store.deliveryTimes)
  })
})
