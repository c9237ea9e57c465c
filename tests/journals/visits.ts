import type { Checkpoint } from '#machines/journal/entry'
import { timersIn } from '#machines/journal/timers'
import { openAsCustomer, goesTo } from '../kit/customer-data.ts'
import { approve, openAtReview, openCheckout, openWindow } from '../kit/open-payment.ts'
import type { OpenShop } from '../kit/open-shop.ts'

/** A visit whose journal is written: the shop, and the checkpoint that the journal begins with. */
interface Visit {
  shop: OpenShop
  checkpoint: Checkpoint | null
}

/** The current state as a checkpoint, with the test's time. */
function checkpointOf({ root, recorder, host }: OpenShop): Checkpoint {
  const timers = timersIn(root).map(timer => ({ ...timer, dueAt: host.now() + timer.delay }))
  const whole = { seq: recorder.seq(), at: host.now(), snapshot: root.getPersistedSnapshot(), timers }
  return JSON.parse(JSON.stringify(whole)) as Checkpoint
}

const types = (shop: OpenShop, fields: Record<string, string>) => {
  for (const [field, value] of Object.entries(fields))
    shop.send('checkout', { type: 'checkout.typed', form: 'person', field, value })
}

/** Visits whose journals are kept for the tests, by name. */
export const visits: Record<string, () => Promise<Visit>> = {
  /** A guest in the middle of the first checkout step; the journal has no checkpoint. */
  async 'half-a-checkout'() {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    types(shop, { firstName: '美', lastName: 'Tran', email: 'mai@exam' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('cart', { type: 'coupon.typed', value: 'WELC' })
    return { shop, checkpoint: null }
  },
  /** A customer who edits the profile; the journal begins with a checkpoint. */
  async 'a-customer'() {
    const shop = await openAsCustomer('/manage-account')
    await goesTo(shop, '/manage-account/modify-account')
    shop.send('profile', { type: 'profile.typed', field: 'firstName', value: 'May' })
    const checkpoint = checkpointOf(shop)
    shop.send('profile', { type: 'profile.typed', field: 'lastName', value: 'Nguyen' })
    shop.send('search', { type: 'search.typed', value: '茶' })
    return { shop, checkpoint }
  },
  /** A payment that the buyer has approved and the gateway is authorizing. */
  async 'a-payment-under-way'() {
    const shop = await openAtReview()
    const checkpoint = checkpointOf(shop)
    await openWindow(shop)
    await approve(shop)
    return { shop, checkpoint }
  },
}
