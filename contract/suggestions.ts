import { array, boolean, nullable, optional, string, type, type Infer } from 'superstruct'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { brand } from './product.ts'
import { one, read } from './route.ts'

/** The longest text that suggestions are asked for, in characters: product names are shorter. */
export const longestQuery = 100

/** What a list of suggestions shows of a product. */
export const suggestedProduct = type({
  id: wholeId,
  name: string(),
  thumbnail: string(),
  price: numeric,
  specialPrice: optional(nullable(numeric)),
  stockStatusId: numeric,
  /** No product matches the text; this one has a similar name. */
  isSimilar: optional(nullable(boolean())),
})
export type SuggestedProduct = Infer<typeof suggestedProduct>

/** Suggestions for a text that is being typed: at most six products, four aisles or shelves, and three brands; the best first. */
export const suggestions = type({
  products: array(suggestedProduct),
  aisles: array(type({ id: wholeId, title: string() })),
  brands: array(brand),
})
export type Suggestions = Infer<typeof suggestions>

/** Not in the specification. A gateway without it answers 404, and the shop then suggests recent searches only. */
export const suggestionRoutes = {
  suggestions: read('/suggestions?q={q}', one(suggestions), 'lookup'),
} as const
