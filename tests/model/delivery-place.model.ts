import type { AnyMachineSnapshot } from 'xstate'
import { deliveryPlaceMachine, type DeliveryPlaceContext } from '#machines/delivery-place/delivery-place'
import { effect } from '#machines/parts/effect'
import { after, done, fails, type Model } from '#tools/walks/graph'
import { answers, lost, refused } from '../kit/outcomes.ts'

/** The place that orders are delivered to: read, chosen, removed, and changed in another tab. The slots and the lookup have models of their own. */
export const deliveryPlaceModel: Model = {
  machine: deliveryPlaceMachine.provide({
    actors: { readArea: effect('readArea'), slots: effect('slots') },
    actions: { askSlots: () => {}, retrySlots: () => {} },
  } as never),
  cases: () => [
    { type: 'place.open' },
    { type: 'place.close' },
    { type: 'place.typed', value: 'Eastwod' },
    { type: 'place.typed', value: 'eastwood 2122' },
    { type: 'place.submit' },
    { type: 'place.use', name: 'Eastwood', postCode: '2122' },
    { type: 'place.remove' },
    { type: 'place.retry' },
    { type: 'slots.read', methodId: '', slots: answers.readSlots },
    done('readPlace', answers.readPlace),
    done('readPlace', { place: null }),
    fails('readPlace', lost),
    done('writePlace', answers.writePlace),
    fails('writePlace', lost),
    done('watchPlace', answers.watchPlace),
    fails('watchPlace', lost),
    done('readArea', { answer: answers.readArea }),
    done('readArea', { refusal: refused }),
    after('areaAge', 'deliveryPlace.area.ready'),
  ],
  key(state: AnyMachineSnapshot) {
    const { place, text, area, slots } = state.context as DeliveryPlaceContext
    return JSON.stringify([state.value, place !== null, text, area !== null, slots.length > 0])
  },
}
