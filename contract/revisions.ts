import { nullable, string, type, type Infer } from 'superstruct'
import type { CartLine } from './cart.ts'
import { opaqueId } from './ids.ts'
import { one, read } from './route.ts'
import type { ShoppingList } from './shopping-lists.ts'
import { textHash } from './text-hash.ts'

/**
 * What a customer has at the gateway, in short: each text is another one if, and only if, its part is another one. `sessionId` is that of
 * the customer's cart; null if there is none.
 */
export const revisions = type({ sessionId: nullable(opaqueId), cart: string(), favourites: string(), lists: string() })
export type Revisions = Infer<typeof revisions>

/** A line as far as devices compare it. */
type ComparedLine = Pick<CartLine, 'productId' | 'quantity' | 'substitution' | 'note'>
type ComparedList = Pick<ShoppingList, 'id' | 'name' | 'lines'>

const sorted = <Row extends readonly unknown[]>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(([one], [other]) => Number(one) - Number(other))
const inShort = (rows: readonly (readonly unknown[])[]): string => textHash(JSON.stringify(sorted(rows)))

/** Of the lines of a cart, in any order. */
export const cartRevision = (lines: readonly ComparedLine[]): string =>
  inShort(
    lines.map(({ productId, quantity, substitution, note }) => [
      productId,
      quantity,
      substitution ?? null,
      note ?? null,
    ]),
  )

/** Of the saved products, in any order. */
export const favouritesRevision = (productIds: readonly number[]): string => inShort(productIds.map(id => [id]))

/** Of the shopping lists, in any order. */
export const listsRevision = (lists: readonly ComparedList[]): string =>
  inShort(
    lists.map(({ id, name, lines }) => [
      id,
      name,
      sorted(lines.map(({ productId, quantity }) => [productId, quantity] as const)),
    ]),
  )

/** Not in the specification: a gateway without it answers 404, and devices are then alike after the next load. */
export const revisionRoutes = { revisions: read('/customer/revisions', one(revisions)) } as const
