import { array, boolean, enums, number, optional, nullable, string, type, type Infer } from 'superstruct'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { listOf, one, read, write } from './route.ts'

/** An aisle of the shop and its sub-categories; `image` is not in the specification, so it is optional. */
export const category = type({
  id: wholeId,
  title: string(),
  hasChildren: boolean(),
  children: array(type({ id: wholeId, title: string() })),
  image: optional(nullable(string())),
})
export type Category = Infer<typeof category>

/** A maker whose products can be listed. */
export const brand = type({ id: wholeId, name: string() })
export type Brand = Infer<typeof brand>

/**
 * A picture on top of the product list. `alt` holds the headline and its sentence, since the picture contains no text.
 */
export const banner = type({ image: string(), alt: optional(nullable(string())), href: optional(nullable(string())) })
export type Banner = Infer<typeof banner>

/** A product in a list; `description` is unsanitised HTML. */
export const product = type({
  id: wholeId,
  name: string(),
  thumbnail: string(),
  description: string(),
  price: numeric,
  specialPrice: optional(nullable(numeric)),
  stockStatusId: numeric,
  /** Such as 'Back in October'; lists show it for products that are neither in stock nor sold out. Not in the specification, so optional. */
  stockStatusDescription: optional(nullable(string())),
  /** In search results: it matches only some of the words, or similar words. */
  isSimilar: optional(nullable(boolean())),
})
export type Product = Infer<typeof product>

/** A product with the details for its own page. */
export const productDetail = type({
  ...product.schema,
  productImages: array(type({ imageUrl: string() })),
  brandName: string(),
  code: string(),
  stockStatusDescription: string(),
  /** Its sub-category, or its category if that has none; the breadcrumb links to it. Not in the specification, so optional. */
  categoryId: optional(nullable(wholeId)),
  productRelated: array(product),
})
export type ProductDetail = Infer<typeof productDetail>

/** The body of POST /product/criteria. */
export const productCriteria = type({
  criteria: enums(['features', 'search', 'category', 'brand']),
  brand_id: number(),
  category_id: number(),
  searchCriteria: optional(nullable(string())),
})
export type ProductCriteria = Infer<typeof productCriteria>

/** The API calls of the layout and of product lists. */
export const catalogueRoutes = {
  categoryMenu: read('/category-menu', listOf(category), 'lookup'),
  topBrands: read('/brand/all/top10', listOf(brand), 'lookup'),
  brands: read('/brand', listOf(brand), 'lookup'),
  banners: read('/banner', listOf(banner), 'lookup'),
  products: write('POST', '/product/criteria', productCriteria, listOf(product), 'lookup'),
} as const

/** The API calls of a product page. */
export const productRoutes = {
  product: read('/product/{id}', one(productDetail), 'lookup'),
} as const
