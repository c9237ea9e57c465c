import type { Art, Lang } from '../art/spec.ts'

/** A name in another script, with the language it is written in. */
interface SecondName {
  text: string
  lang: Lang
}

/** One product of the reference shop: what the list, the detail page, the cart and the drawing are made from. */
export interface CatalogueProduct {
  id: number
  slug: string
  /** In Latin letters; ends in the pack size where there is one. */
  name: string
  second?: SecondName
  brandId: number
  /** The sub-category, or the aisle where it has none. */
  categoryId: number
  code: string
  /** Cents. */
  price: number
  /** Cents, lower than `price`. */
  special?: number
  stock: number
  /** Only on the few that are neither in stock nor out of it. */
  stockStatusId?: 1
  stockStatusDescription?: string
  /** HTML; the first paragraph is one short sentence that stands alone on a card. */
  description: string
  /** 4 to 8 products that go with it. */
  related: readonly number[]
  /** Rank on the home page, from 1. */
  featured?: number
  /** Other spellings and romanisations a shopper may search for. */
  keywords?: string
  art: Art
}

/** A maker, with the colours of its packs; a rank puts it among the top ten. */
export interface CatalogueBrand {
  id: number
  name: string
  rank?: number
  colours: Art['colours']
}

/** A shelf within an aisle. */
interface CatalogueSubCategory {
  id: number
  title: string
}

/** One of the ten aisles; `image` names its drawn tile. */
export interface CatalogueAisle {
  id: number
  title: string
  image: string
  children: readonly CatalogueSubCategory[]
}

/** A coupon; the field for its value says the unit. */
export type CatalogueCoupon = {
  couponCode: string
  description: string
  /** Cents of the subtotal, before any discount. */
  minimumAmount?: number
  /** How many orders may use it; absent, any number. */
  usesLimit?: number
  used: number
  /** ISO 8601, UTC. */
  endsAt?: string
} & ({ discountType: 'percent'; percentOff: number } | { discountType: 'amount'; centsOff: number })

/** A banner of the home page: a drawn scene, and the words that stand on it. */
export interface CatalogueBanner {
  image: 'hot-pot' | 'fresh' | 'noodle-night' | 'moon-festival'
  kicker?: string
  headline: string
  text: string
  button: string
  /** A path of this shop. */
  href: string
  /** What the picture and its words say: 'Headline. Sentence.' */
  alt: string
}

/** A way for an order to reach its shopper. */
export interface CatalogueDeliveryMethod {
  id: string
  name: string
  description: string
  /** Cents; absent, the standard fee of the store. */
  fee?: number
  needsAddress: boolean
}
