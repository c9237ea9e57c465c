import type { ListChoice } from '#contract/list-paths'
import type { MultiBuy } from '#contract/multi-buy'
import type { ListFacets, Product, ProductDetail } from '#contract/product'

/**
 * A product of a list, without the HTML of its description: for a list of fifty products, the machine, the journal and the
 * page that the server sends would contain fifty descriptions.
 */
export interface ListedProduct extends Pick<Product, 'id' | 'name' | 'thumbnail' | 'price' | 'stockStatusId'> {
  specialPrice: number | null
  /** Found by a search that nothing matches exactly. */
  isSimilar?: true
  /** Why it can't be bought now, as the gateway says it; absent while it can be, or is sold out. */
  availability?: string
  /** The first sentence of its description, as plain text; '' without one. */
  sentence: string
  /** The price per kilogram, litre or piece, as text; null if the name has no unambiguous size. */
  unitPrice: string | null
  multiBuy?: MultiBuy
  /** `multiBuy` in words, for cards. */
  multiBuyText?: string
}

/** A product with the details that its own page shows. */
export interface ShownProduct extends Omit<ProductDetail, 'productRelated'> {
  productRelated: ListedProduct[]
}

/** A page of a list. */
export interface ListPage {
  products: ListedProduct[]
  /** Products on all pages. */
  total: number
  /** What its filters would show; null if the gateway has no filters. */
  facets?: ListFacets | null
  /** The order and filters that it was read with: without values that the gateway does not know. Absent: the requested ones. */
  choice?: ListChoice
}
