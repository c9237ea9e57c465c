import type { AnyMachineSnapshot } from 'xstate'
import type { Location } from '#contract/location'
import { effect } from '#machines/parts/effect'
import { shippingMachine, type ShippingContext } from '#machines/shipping/shipping'
import { done, withoutParent, type Model } from '#tools/walks/graph'
import { answers, refused } from '../kit/outcomes.ts'

const location: Location = { pathname: '/main/delivery-info', search: '', hash: '', state: null, key: 'shipping' }

/** The page 'Shipping', with and without the delivery terms. The lookup has its own model. */
export const shippingModel: Model = {
  machine: withoutParent(shippingMachine, ['reportReady']).provide({
    actors: { readTerms: effect('readTerms') },
  } as never),
  cases: () => [
    { type: 'page.open', location },
    { type: 'shipping.retry' },
    done('readTerms', { answer: answers.readTerms }),
    done('readTerms', { refusal: refused }),
  ],
  key(state: AnyMachineSnapshot) {
    return JSON.stringify([state.value, (state.context as ShippingContext).terms !== null])
  },
}
