import type { AnyMachineSnapshot } from 'xstate'
import { slotsMachine, type SlotsContext } from '#machines/slots/slots'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { answers, lost } from '../kit/outcomes.ts'

/** The slots of a delivery method: read, old, and those of another method. */
export const slotsModel: Model = {
  machine: withoutParent(slotsMachine, ['reportSlots']),
  cases: () => [
    { type: 'slots.show', methodId: 'pickup', postCode: '' },
    { type: 'slots.show', methodId: 'home', postCode: '2122' },
    { type: 'slots.check' },
    { type: 'slots.renew' },
    { type: 'slots.retry' },
    { type: 'slots.clear' },
    done('readSlots', answers.readSlots),
    fails('readSlots', lost),
    after('slotsAge', 'slots.ready'),
  ],
  key(state: AnyMachineSnapshot) {
    const { question, slots } = state.context as SlotsContext
    return JSON.stringify([state.value, question?.methodId, slots.length])
  },
}
