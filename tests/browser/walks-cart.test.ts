import { describe, expect, test } from 'vitest'
import { walksOf } from '#tools/walks/page-walk'
import { cartWalks } from './walks/cart.ts'
import { menusWalks } from './walks/menus.ts'

describe.each(walksOf([cartWalks, menusWalks]))('the page follows the machine $id', ({ paths, missed, untaken }) => {
  // Specification: 2.3.25, 2.8.4, S.1.38, S.4.6
  test.each(paths)('in $title', ({ take }) => take())

  test('and takes every transition', () => {
    expect(missed()).toEqual(untaken)
  })
})
