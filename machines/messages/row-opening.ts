/** The products of a row: which ones are read, and in which order they are shown. */
export type RowQuery =
  /** With a special price. */
  | { kind: 'special' }
  /** In season at the store. */
  | { kind: 'season' }
  /** What the customer has ordered lately. */
  | { kind: 'buyAgain' }
  /** What was viewed on this device, the last one first. */
  | { kind: 'recent'; productIds: readonly number[] }
  /** In place of a product that cannot be bought: others of its shelf, the most similar first. */
  | { kind: 'similar'; productId: number; name: string; categoryId: number }

/** A row of products has come near the view, or is tried again. */
export interface RowOpening {
  type: 'rows.open'
  row: RowQuery
}
