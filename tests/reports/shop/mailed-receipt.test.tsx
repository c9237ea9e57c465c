import { renderToString } from 'react-dom/server'
import { Router } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { create } from 'superstruct'
import { beginning, settingsIn } from '#contract/settings'
import { Confirmation } from '#src/orders/Confirmation.tsx'
import { paymentLines } from '#src/orders/order-text.ts'
import { placedOrder } from '../../kit/outcomes.ts'

const navigator = { createHref: String, push() {}, replace() {}, go() {} }
const receipt = (isMailed: boolean) =>
  renderToString(
    <Router location="/check-out" navigator={navigator}>
      <Confirmation order={{ ...placedOrder, lines: [] }} deliveryName="Home delivery" isGuest isMailed={isMailed} />
    </Router>,
  )

describe('review serious-1: a mail that is announced and not sent', () => {
  test('the receipt says that it is emailed only if the gateway sends mails', () => {
    expect(receipt(true)).toContain(`We’re emailing your receipt to ${placedOrder.customer.email}.`)
    expect(receipt(false)).toContain('Thanks, we’ve got your order.')
    expect(receipt(false)).not.toMatch(/emailing|sent it by email/)
  })

  test('a gateway that does not say so sends none', () => {
    const flags = { limitAreaShipping: 'T', receivedOnlinePayment: 'F', calculateDeliveyFee: 'T' }
    const answer = { ...flags, deliveryFee: '5.90', minimumOrderLimit: '30.00', shoppingCart: [], deliveryAddress: [] }
    const settingsOf = (more: object) =>
      settingsIn(create({ ...answer, customerInfo: null, billingAddress: null, ...more }, beginning))
    expect(settingsOf({}).mailsSent).toBeUndefined()
    expect(settingsOf({ mailsSent: false }).mailsSent).toBeUndefined()
    expect(settingsOf({ mailsSent: true }).mailsSent).toBe(true)
  })
})

describe('review small-32: a test order that says two opposite things', () => {
  test.each(['authorized', 'captured'] as const)(
    'one that is %s says that no money was moved, and reserves none',
    status => {
      const lines = paymentLines({
        payment: { method: 'online', status, isTest: true },
        total: 45.4,
        deliveryAddress: null,
      })
      expect(lines).toEqual(['TEST order: no money was moved', 'Paid online with PayPal'])
    },
  )
})
