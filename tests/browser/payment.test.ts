import { describe, test } from 'vitest'
import { pays, reviewsOnline } from './payer.ts'
import { openShop } from './shopper.ts'

const cart = [[101, 2]] as const

describe('paying online', () => {
  test('ends with an order that is paid', async () => {
    const shopper = await openShop({ cart })
    await reviewsOnline(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    await shopper.sees('Pay online')
    await shopper.seesCart('0 item(s) - $ 0')
  })
})
