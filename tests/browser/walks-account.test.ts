import { describe, expect, test } from 'vitest'
import { walksOf } from '#tools/walks/page-walk'
import { addressesWalks } from './walks/addresses.ts'
import { bulkAddWalks } from './walks/bulk-add.ts'
import { favouritesWalks } from './walks/favourites.ts'
import { ordersWalks } from './walks/orders.ts'
import { sharedListWalks } from './walks/shared-list.ts'
import { shoppingListsWalks } from './walks/shopping-lists.ts'
import { orderChangeWalks } from './walks/order-change.ts'
import { orderProblemWalks } from './walks/order-problem.ts'
import { ownOrderWalks } from './walks/own-order.ts'
import { usualsWalks } from './walks/usuals.ts'

describe.each(
  walksOf([
    ordersWalks,
    ownOrderWalks,
    orderChangeWalks,
    orderProblemWalks,
    addressesWalks,
    bulkAddWalks,
    usualsWalks,
    favouritesWalks,
    shoppingListsWalks,
    sharedListWalks,
  ]),
)('the page follows the machine $id', machine => {
  const { paths, missed, untaken } = machine
  test.each(paths)('in $title', ({ take }) => take())

  test('and takes every transition', () => {
    expect(missed()).toEqual(untaken)
  })
})
