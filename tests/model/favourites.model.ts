import type { AnyMachineSnapshot } from 'xstate'
import { favouritesMachine } from '#machines/favourites/favourites'
import type { ListedProduct } from '#machines/catalogue/products'
import type { KeptOn } from '#machines/favourites/favourite-commands'
import type { FavouritesContext } from '#machines/favourites/favourites-setup'
import type { Account } from '#machines/messages/customer'
import { unreadProducts } from '#machines/favourites/selectors'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { accountFor, lost, mai, refused, rice, tea } from '../kit/outcomes.ts'
import { locationOf } from '../kit/open-shop.ts'

/** The machine's reports to the shop. */
const reports = ['announceFull', 'announceFailure', 'reportReady']

/** The list is needed for the buttons of a page. */
const starts = (account: Account | null) => ({ type: 'favourites.open', visitId: 'visit', account })

const named = ({ id, name }: ListedProduct) => ({ productId: id, name })

/** As many products as a device may hold. */
const manyIds = Array.from({ length: 200 }, (_, at) => 1_000 + at)

const contextOf = (state: AnyMachineSnapshot) => state.context as FavouritesContext

const keyOf = (state: AnyMachineSnapshot) => {
  const { customerId, keptOn, productIds, pendingCommands, retries, readIds, products } = contextOf(state)
  const saved = productIds.length > 2 ? 'full' : productIds.toSorted()
  const kinds = pendingCommands.map(({ kind }) => kind)
  return JSON.stringify([
    state.value,
    customerId,
    keptOn,
    saved,
    kinds,
    retries,
    readIds.toSorted(),
    products.map(({ id }) => id),
  ])
}

/** The products that the first command saves. */
const savedBy = ({ pendingCommands: [change] }: FavouritesContext) =>
  change?.kind === 'save' ? [rice.id] : change?.kind === 'join' ? [tea.id] : []

const read = (keptOn: KeptOn, productIds: number[], onDevice: number[] = []) =>
  done('readFavourites', { keptOn, productIds, onDevice })

const machine = withoutParent(favouritesMachine, reports)

/** The list of a guest who logs in. */
export const guestModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    starts(null),
    { type: 'account.changed', account: accountFor(mai) },
    contextOf(state).customerId === null ? read('device', []) : read('gateway', []),
  ],
  key: keyOf,
}

/** The list of a customer, who may have saved a product as a guest, at a gateway that may be an older one. */
export const listModel: Model = {
  machine,
  cases: (state: AnyMachineSnapshot) => [
    starts(accountFor(mai)),
    { type: 'favourites.save', ...named(rice) },
    { type: 'favourites.remove', ...named(rice) },
    { type: 'favourites.retry' },
    read('gateway', [rice.id]),
    read('gateway', [], [tea.id]),
    read('device', manyIds),
    fails('readFavourites', lost),
    done('changeFavourites', savedBy(contextOf(state))),
    fails('changeFavourites', refused),
    fails('changeFavourites', lost),
    after('retryPause', 'favourites.list.pausing'),
    done('watchTabs', null),
    fails('watchTabs', lost),
  ],
  key: keyOf,
}

/** The page of a customer, and its products. */
export const pageModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const productIds = unreadProducts(context)
    return [
      { ...starts(accountFor(mai)), type: 'page.open', location: locationOf('/main/favourites'), move: 'PUSH' },
      starts(accountFor(mai)),
      { type: 'favourites.save', ...named(rice) },
      { type: 'favourites.remove', ...named(rice) },
      { type: 'favourites.retry' },
      read('gateway', [tea.id]),
      fails('readFavourites', lost),
      done('changeFavourites', savedBy(context)),
      done('readSavedProducts', { productIds, products: [rice, tea].filter(({ id }) => productIds.includes(id)) }),
      fails('readSavedProducts', lost),
    ]
  },
  key: keyOf,
}
