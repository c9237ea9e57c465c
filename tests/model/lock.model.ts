import type { AnyMachineSnapshot } from 'xstate'
import { lockMachine } from '#machines/checkout/lock'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost } from '../kit/outcomes.ts'

/** The checkout lock: which tab holds it. */
export const lockModel: Model = {
  machine: withoutParent(lockMachine, ['reportTaken', 'reportLost']),
  cases: () => [
    ...['requestLock', 'takeLockOver'].flatMap(id => [
      done(id, { is: 'held', handed: null }),
      done(id, { is: 'otherTab', handed: null }),
      fails(id, lost),
    ]),
    done('watchLock', null),
    fails('watchLock', lost),
    { type: 'lock.request' },
    { type: 'lock.takeOver' },
  ],
  key: (state: AnyMachineSnapshot) => JSON.stringify(state.value),
}
