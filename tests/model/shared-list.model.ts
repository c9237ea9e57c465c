import type { AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import type { SharedList } from '#contract/shared-lists'
import { sharedListMachine } from '#machines/shopping-lists/shared-list'
import { unreadSharedProducts, type SharedListContext } from '#machines/shopping-lists/shared-list-setup'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost, refused, tea } from '../kit/outcomes.ts'

/** The list of the tests. */
export const sharedWeekly: SharedList = { name: 'Weekly', lines: [{ productId: tea.id, quantity: 2 }] }
/** The gateway's refusal of a key. */
export const linkEnded: Refusal = { code: 'refused', status: 410, message: 'This link does not work any more.' }

const contextOf = (state: AnyMachineSnapshot) => state.context as SharedListContext

const named = { productId: tea.id, name: tea.name }

/** A list that someone else shares. */
export const sharedListModel: Model = {
  machine: withoutParent(sharedListMachine, [
    'announceFailure',
    'announceAdded',
    'reportAdded',
    'reportCopy',
    'openBulkAdd',
    'leaveBulkAdd',
  ]),
  cases(state: AnyMachineSnapshot) {
    const { pendingCommands } = contextOf(state)
    const productIds = unreadSharedProducts(contextOf(state))
    return [
      { type: 'shared.open', visitId: 'visit' },
      { type: 'shared.close' },
      done('readSharedList', sharedWeekly),
      fails('readSharedList', lost),
      fails('readSharedList', linkEnded),
      done('watchReturn', null),
      fails('watchReturn', lost),
      ...(pendingCommands.length === 0
        ? [
            { type: 'shared.setQuantity', ...named, quantity: 3 },
            { type: 'shared.setQuantity', ...named, quantity: null },
            { type: 'shared.removeLine', ...named },
          ]
        : []),
      done('changeSharedList', sharedWeekly),
      fails('changeSharedList', lost),
      fails('changeSharedList', refused),
      fails('changeSharedList', linkEnded),
      after('retryPause', 'sharedList.list.open.pausing'),
      done('readListProducts', { productIds, products: productIds.includes(tea.id) ? [tea] : [] }),
      fails('readListProducts', lost),
      { type: 'shared.retry' },
      { type: 'shared.copy' },
      { type: 'shared.addAll', sessionId: null },
      { type: 'bulk.added', sessionId: 'session-1', count: 1 },
      { type: 'bulk.abandoned' },
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { list, pendingCommands, retries, products, readIds, draft } = contextOf(state)
    return JSON.stringify([
      state.value,
      list?.lines.length ?? null,
      pendingCommands.map(({ quantity }) => quantity),
      Math.min(retries, 4),
      products.length,
      readIds.length,
      draft !== null,
    ])
  },
}
