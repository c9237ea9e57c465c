import {
  array,
  boolean,
  enums,
  integer,
  min,
  number,
  optional,
  nullable,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { optionalMultiBuy } from './multi-buy.ts'
import { chosenAllergens, chosenDiets, chosenOrigins, chosenStorages, productFacts } from './product-facts.ts'
import { listOf, one, read, write } from './route.ts'
import { optionalWeighed } from './weighed.ts'

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
  /** If it is sold by weight; `price` is then that of one step or piece. */
  weighed: optionalWeighed,
  multiBuy: optionalMultiBuy,
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
  /** When `specialPrice` ends (ISO 8601); absent if that is not known. Not in the specification, so optional. */
  specialEndsAt: optional(nullable(string())),
  /** When `multiBuy` ends (ISO 8601); absent if that is not known. Not in the specification, so optional. */
  multiBuyEndsAt: optional(nullable(string())),
  /** Whether a mail can be asked for when it is in stock again. Not in the specification, so optional. */
  stockNotice: optional(nullable(boolean())),
  ...productFacts,
  productRelated: array(product),
})
export type ProductDetail = Infer<typeof productDetail>

/** Sort orders of a page of products. With equal keys the order is that of the ids. */
export const productSorts = ['featured', 'price', 'price-desc', 'name', 'unit-price', 'newest'] as const
export type ProductSort = (typeof productSorts)[number]

/** The most products of a page. */
export const largestPage = 100

/** The number of a page, from 1. */
export const pageNumber = size(integer(), 1, 1_000_000)
/** Products on a page. */
export const pageSize = size(integer(), 1, largestPage)
/** Brands of which a list shows products. */
export const chosenBrands = size(array(wholeId), 0, 100)

/** Which products of a list are wanted; those that match all. Absent filters let all products pass. */
export const listFilters = type({
  brand: optional(nullable(chosenBrands)),
  /** With a special price. */
  special: optional(nullable(boolean())),
  /** In stock. */
  stock: optional(nullable(boolean())),
  /** The least current price, in dollars. */
  min: optional(nullable(numeric)),
  /** The highest current price, in dollars. */
  max: optional(nullable(numeric)),
  /** Stated to be all of these. */
  diet: optional(nullable(chosenDiets)),
  /** Known to be without these allergens, traces included. A product without information about allergens never passes. */
  without: optional(nullable(chosenAllergens)),
  /** From one of these. */
  origin: optional(nullable(chosenOrigins)),
  /** Kept at one of these temperatures. */
  storage: optional(nullable(chosenStorages)),
})
export type ListFilters = Infer<typeof listFilters>

/**
 * The body of POST /product/criteria. With `page`, `pageSize`, `sort` or `filters` the answer is one page, with `total` and `facets`; without
 * them it is the whole list. They are not in the specification, so they are optional.
 */
export const productCriteria = type({
  /** `special` and `season` are not in the specification: another gateway refuses them with 400. */
  criteria: enums(['features', 'search', 'category', 'brand', 'special', 'season']),
  brand_id: number(),
  category_id: number(),
  searchCriteria: optional(nullable(string())),
  page: optional(nullable(pageNumber)),
  pageSize: optional(nullable(pageSize)),
  sort: optional(nullable(enums(productSorts))),
  filters: optional(nullable(listFilters)),
})
export type ProductCriteria = Infer<typeof productCriteria>

/** A number of products. */
export const count = min(integer(), 0)

/** A value of a filter, and the number of products with it. */
export const valueCount = type({ value: string(), count })
export type ValueCount = Infer<typeof valueCount>

/**
 * What the filters of a list would show. Each number counts the products that match the other filters: those that the list would have with
 * this one added.
 */
export const listFacets = type({
  brand: array(type({ ...brand.schema, count })),
  special: count,
  stock: count,
  /** The lowest and highest current price in dollars; null without products. */
  min: nullable(numeric),
  max: nullable(numeric),
  /** The statements that products of the list have. */
  diet: optional(nullable(array(valueCount))),
  /** The allergens that products of the list have or may have; each with the number of products that are left without it. */
  without: optional(nullable(array(valueCount))),
  origin: optional(nullable(array(valueCount))),
  storage: optional(nullable(array(valueCount))),
  /** Products that match the other filters, and that `without` leaves out because there is no information about their allergens. */
  noInformation: optional(nullable(count)),
})
export type ListFacets = Infer<typeof listFacets>

/** A list of products, or a page of one: then with the number of products on all pages. */
export const productList = type({
  listData: array(product),
  total: optional(nullable(count)),
  facets: optional(nullable(listFacets)),
})
export type ProductList = Infer<typeof productList>

/** The API calls of the layout and of product lists. */
export const catalogueRoutes = {
  categoryMenu: read('/category-menu', listOf(category), 'lookup'),
  topBrands: read('/brand/all/top10', listOf(brand), 'lookup'),
  brands: read('/brand', listOf(brand), 'lookup'),
  banners: read('/banner', listOf(banner), 'lookup'),
  products: write('POST', '/product/criteria', productCriteria, productList, 'lookup'),
} as const

/** The API calls of a product page. */
export const productRoutes = {
  product: read('/product/{id}', one(productDetail), 'lookup'),
} as const
