import type { Product, ProductDetail } from '#contract/product'

/**
 * A product as lists show it: what the gateway sends, less the HTML of its description, which a list of fifty would hold
 * fifty times in its machine, its journal and the page that the server sends.
 */
export interface ListedProduct extends Pick<Product, 'id' | 'name' | 'thumbnail' | 'price' | 'stockStatusId'> {
  specialPrice: number | null
  /** Found by a search that nothing matches exactly. */
  isSimilar?: true
  /** The first sentence of its description, as plain text; '' where there is none. */
  sentence: string
  /** What a kilogram, a litre or a piece costs, as text; null if the name does not state it clearly. */
  unitPrice: string | null
}

/** A product as its own page shows it. */
export interface ShownProduct extends Omit<ProductDetail, 'productRelated'> {
  productRelated: ListedProduct[]
}
