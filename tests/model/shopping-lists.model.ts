import type { AnyMachineSnapshot } from 'xstate'
import type { ShoppingList } from '#contract/shopping-lists'
import type { Account } from '#machines/messages/customer'
import { createdBy, type KeptOn } from '#machines/shopping-lists/list-commands'
import { unreadListProducts } from '#machines/shopping-lists/selectors'
import { shoppingListsMachine } from '#machines/shopping-lists/shopping-lists'
import type { ShoppingListsContext } from '#machines/shopping-lists/shopping-lists-setup'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { accountFor, lost, mai, refused, rice, tea } from '../kit/outcomes.ts'
import { locationOf } from '../kit/open-shop.ts'

/** The machine's reports to the shop. */
const reports = [
  'announceFull',
  'announceFailure',
  'announceAdded',
  'goToConfirmed',
  'goToLists',
  'reportAdded',
  'reportReady',
  'openShared',
  'goToCopy',
  'announceTooMany',
  'announce',
]

/** The lists are needed for the button of a product. */
const starts = (account: Account | null) => ({ type: 'lists.open', visitId: 'visit', account })

const opens = (path: string, move = 'PUSH') => ({
  ...starts(accountFor(mai)),
  type: 'page.open',
  location: locationOf(path),
  move,
})

/** The list of the tests at the gateway. */
export const weekly: ShoppingList = { id: 1, name: 'Weekly', lines: [{ productId: tea.id, quantity: 2 }] }
/** What a guest has made on the device. */
export const hotPot: ShoppingList = { id: 900_000_001, name: 'Hot pot', lines: [] }
/** A list that has as many products as it may. */
export const full: ShoppingList = {
  ...weekly,
  lines: Array.from({ length: 100 }, (_, at) => ({ productId: 1_000 + at, quantity: 1 })),
}

const contextOf = (state: AnyMachineSnapshot) => state.context as ShoppingListsContext

const keyOf = (state: AnyMachineSnapshot) => {
  const { customerId, keptOn, lists, pendingCommands, retries, readIds, draft, listId, linkRefusal, ...typed } =
    contextOf(state)
  return JSON.stringify([
    state.value,
    customerId,
    keptOn,
    lists.map(({ name, lines }) => [name, lines.length > 2 ? 'full' : lines.map(({ productId }) => productId)]),
    pendingCommands.map(({ kind }) => kind),
    retries,
    readIds.length,
    typed.products.length,
    draft !== null,
    listId,
    typed.chosen !== null,
    typed.typedName,
    typed.nameError !== null,
    linkRefusal !== null,
    lists.map(({ isShared }) => isShared ?? null),
  ])
}

const read = (keptOn: KeptOn, lists: ShoppingList[], onDevice: ShoppingList[] = []) =>
  done('readShoppingLists', { keptOn, lists, onDevice })

/** The answer to the first command: the lists that it creates, as the gateway has them. */
const answered = (state: AnyMachineSnapshot) => {
  const [command] = contextOf(state).pendingCommands
  const created = command ? createdBy(command) : []
  return done(
    'changeShoppingLists',
    created.map((list, at) => ({ ...list, id: 2 + at })),
  )
}

const machine = withoutParent(shoppingListsMachine, reports)

const named = { productId: rice.id, name: rice.name }

/** The lists of a guest who logs in. */
export const guestModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    starts(null),
    { type: 'account.changed', account: accountFor(mai) },
    contextOf(state).customerId === null ? read('device', []) : read('gateway', []),
  ],
  key: keyOf,
}

/** Whether the tests make a change: others that wait for it are sent in the same way. */
const isQueueing = (state: AnyMachineSnapshot) => contextOf(state).pendingCommands.length === 0

/** The lists of a customer, who may have made one as a guest, at a gateway that may be an older one. */
export const listsModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    starts(accountFor(mai)),
    read('gateway', [{ ...weekly, lines: [] }]),
    read('gateway', [], [hotPot]),
    read('gateway', [full]),
    fails('readShoppingLists', lost),
    ...(isQueueing(state) ? [{ type: 'lists.addLine', ...named, listId: weekly.id, quantity: 2 }] : []),
    ...(isQueueing(state) ? [{ type: 'lists.removeLine', ...named, listId: weekly.id }] : []),
    { type: 'lists.retry' },
    answered(state),
    fails('changeShoppingLists', refused),
    fails('changeShoppingLists', lost),
    after('retryPause', 'shoppingLists.lists.pausing'),
    done('watchListTabs', null),
    fails('watchListTabs', lost),
  ],
  key: keyOf,
}

/** The choice of lists for a product. */
export const choiceModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    starts(accountFor(mai)),
    read('gateway', [{ ...weekly, lines: [] }]),
    { type: 'lists.choose', ...named, quantity: 2 },
    ...(isQueueing(state) ? [{ type: 'lists.typedName', value: 'Snacks' }] : []),
    { type: 'lists.create' },
    { type: 'lists.close' },
    answered(state),
  ],
  key: keyOf,
}

/** The page of a customer's list, and its products. */
export const pageModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const productIds = unreadListProducts(contextOf(state))
    return [
      opens('/main/list/1'),
      read('gateway', [weekly]),
      fails('readShoppingLists', lost),
      answered(state),
      done('readListProducts', { productIds, products: productIds.includes(tea.id) ? [tea] : [] }),
      fails('readListProducts', lost),
      { type: 'lists.retry' },
      ...(isQueueing(state)
        ? [3, null].map(quantity => ({ type: 'lists.setQuantity', productId: tea.id, name: tea.name, quantity }))
        : []),
    ]
  },
  key: keyOf,
}

/** The name of a list, and its deletion. */
export const panelModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    opens('/main/list/1'),
    opens('/main/list/1', 'POP'),
    read('gateway', [{ ...weekly, lines: [] }]),
    answered(state),
    ...(isQueueing(state)
      ? [
          { type: 'lists.startRenaming' },
          { type: 'lists.startDeleting' },
          { type: 'lists.typedName', value: '' },
          { type: 'lists.rename' },
          { type: 'lists.delete' },
          { type: 'lists.close' },
        ]
      : []),
  ],
  key: keyOf,
}

/** A list that a guest has made, whose page is shown when it becomes the customer's. */
export const joinModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    opens('/main/list/900000001'),
    read('gateway', [], [hotPot]),
    answered(state),
    fails('changeShoppingLists', refused),
  ],
  key: keyOf,
}

/** All products of a list are added to the cart. */
export const addAllModel: Model = {
  machine,
  cases: () => [
    opens('/main/list/1'),
    read('gateway', [weekly]),
    done('readListProducts', { productIds: [tea.id], products: [tea] }),
    { type: 'lists.addAll', sessionId: null },
    { type: 'bulk.added', sessionId: 'session-1', count: 2 },
    { type: 'bulk.abandoned' },
  ],
  key: keyOf,
}

/** The link to a customer's list. */
export const linkModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    opens('/main/list/1'),
    ...[true, false].map(isShared => read('gateway', [{ ...weekly, lines: [], isShared }])),
    { type: 'lists.startSharing' },
    ...(state.matches({ panel: 'sharing' })
      ? [{ type: 'lists.makeLink' }, { type: 'lists.stopSharing' }, { type: 'lists.close' }]
      : []),
    done('shareList', null),
    fails('shareList', refused),
    done('stopSharingList', null),
    fails('stopSharingList', refused),
  ],
  key: keyOf,
}

/** What the machine of a shared list reports. */
export const copyModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    starts(accountFor(mai)),
    read('gateway', [weekly]),
    read(
      'gateway',
      Array.from({ length: 20 }, (_, at) => ({ id: at + 1, name: `List ${at}`, lines: [] })),
    ),
    ...(contextOf(state).keptOn !== null && isQueueing(state)
      ? [
          { type: 'shared.copied', list: { name: weekly.name, lines: weekly.lines } },
          { type: 'shared.added', sessionId: 'session-1' },
          { type: 'shared.announced', toast: { kind: 'success', text: '1 product added.' } },
        ]
      : []),
    answered(state),
  ],
  key: keyOf,
}
