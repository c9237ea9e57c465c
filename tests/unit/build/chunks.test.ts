import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pathInRoot, sharedBy, sharedByFew } from '#tools/build/chunks'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test.each([
  ['src/form/ErrorSummary.tsx', 'form'],
  ['src/ui/SelectField.tsx', 'form'],
  ['src/address/AddressForm.tsx', 'address'],
  ['src/orders/OrderCard.tsx', 'account'],
  ['src/layout/AccountNav.tsx', 'account'],
  ['src/layout/account-links.ts', 'account'],
  ['src/cart/CartLine.tsx', null],
])('the module %s is in the shared chunk %s', (path, name) => expect(sharedBy(root + path)).toBe(name))

test.each([
  ['machines/catalogue/listed-product.ts', 'products'],
  ['src/favourites/FavouriteToggle.tsx', 'keep'],
  ['src/shopping-lists/ListToggle.tsx', 'keep'],
  ['src/effects/bulk-add.ts', 'keep'],
  ['machines/cart/page-selectors.ts', 'order-parts'],
  ['src/shopping-lists/ListPicker.tsx', null],
])('the module %s is in the chunk %s, which few pages share', (path, name) =>
  expect(sharedByFew(root + path)).toBe(name),
)

test('the folders above the repository do not influence the chunk of a module', () => {
  expect(sharedBy('/home/src/account/elsewhere/cart.ts')).toBeNull()
  expect(pathInRoot(`${root}src/cart/CartLine.tsx`)).toBe('src/cart/CartLine.tsx')
})
