import { describe, expect, test } from 'vitest'
import { createPaypalBridge } from '#src/effects/paypal-bridge.ts'

describe('paypal/paypal-checkout-components#2229, paypal/paypal-checkout-components#2015, paypal/paypal-checkout-components#1353: a closed payment window reported as an error', () => {
  test.each([
    'Detected popup close',
    'Window closed',
    'Target window closed',
    'popup_closed',
    'Popup closed before it loaded',
  ])('%j is a cancellation, and not a blocked window', message => {
    expect(createPaypalBridge().failure(new Error(message) as never)).toEqual({ type: 'payment.cancelled' })
  })

  test.each([
    ['Can not open popup window - blocked', 'windowBlocked'],
    ['popup_blocked', 'windowBlocked'],
    ['window_open failed', 'windowBlocked'],
    ['Detected container element removed from DOM', 'provider'],
    ['zoid destroyed all components', 'provider'],
    ['Closed for maintenance', 'provider'],
    ['', 'provider'],
  ])('%j is the failure %s', (message, reason) => {
    expect(createPaypalBridge().failure({ message })).toEqual({ type: 'payment.failed', reason, message })
  })

  test('an error without a message has one', () => {
    expect(createPaypalBridge().failure({})).toMatchObject({
      type: 'payment.failed',
      reason: 'provider',
      message: expect.stringMatching(/./),
    })
  })
})
