import type { Allergen, Diet, Nutrition, PackSize, Storage } from '#contract/product-facts'
import type { Weighed } from '#contract/weighed'
import type { Month, ProductArt, StoredMultiBuy } from './schema.ts'

/** A product to fill the database with. */
export interface SeedProduct {
  id: number
  slug: string
  /** In Latin letters; ends with the pack size if it has one. */
  name: string
  /** The name in the maker's own script, with its language (BCP 47). */
  second?: { text: string; lang: string }
  brandId: number
  /** The sub-category, or the aisle if it has none. */
  categoryId: number
  code: string
  /** Cents. */
  price: number
  /** Cents, lower than `price`. */
  special?: number
  /** When it ends, ISO 8601; absent if it has no end. */
  specialEndsAt?: string
  stock: number
  /** Set only if the stock count does not decide it. */
  stockStatusId?: 1
  stockStatusDescription?: string
  /** HTML; the first paragraph is one short sentence, which product cards show on its own. */
  description: string
  /** Ids of 4 to 8 products to show with it. */
  related: readonly number[]
  /** Rank on the home page, from 1. */
  featured?: number
  /** Other spellings and romanisations a shopper may search for. */
  keywords?: string
  art: ProductArt
  /** Plain text, in the order of the label. */
  ingredients?: string
  /** Empty if it has none; absent if that is not known. */
  allergens?: readonly Allergen[]
  mayContain?: readonly Allergen[]
  nutrition?: Nutrition
  /** The country where it was grown or made. */
  origin?: string
  storage?: Storage
  /** Only what is stated. */
  diets?: readonly Diet[]
  size?: PackSize
  /** If it is sold by weight: `price` is that of one step or piece, and `stock` their number. */
  weighed?: Weighed
  /** A price for several, in cents; only for goods that are sold by the piece. */
  multiBuy?: StoredMultiBuy
  /** When it ends, ISO 8601; absent if it has no end. */
  multiBuyEndsAt?: string
  /** The months in which it is in season, at the store; absent if it has none. */
  season?: readonly Month[]
  /** Earlier changes of the price, in cents. */
  priceChanges?: readonly { before: number; after: number; daysAgo: number }[]
}

/** A brand; one with a rank is among the top ten. */
export interface SeedBrand {
  id: number
  name: string
  rank?: number
}

/** A top-level category with its sub-categories; `image` names its picture. */
export interface SeedAisle {
  id: number
  title: string
  image: string
  children: readonly { id: number; title: string }[]
}

/** A coupon; the unit of the discount is in the field name. */
export type SeedCoupon = {
  couponCode: string
  description: string
  /** Cents of the subtotal, before any discount. */
  minimumAmount?: number
  /** How many orders may use it; unlimited if absent. */
  usesLimit?: number
  used: number
  /** ISO 8601, UTC. */
  startsAt?: string
  /** ISO 8601, UTC. */
  endsAt?: string
} & ({ discountType: 'percent'; percentOff: number } | { discountType: 'amount'; centsOff: number })

/** A banner of the home page; `image` names its picture. */
export interface SeedBanner {
  image: string
  alt: string
  /** A path of the storefront. */
  href: string
}

/** A delivery method. */
export interface SeedDeliveryMethod {
  id: string
  name: string
  description: string
  /** Cents; if absent, the standard fee of the store applies. */
  fee?: number
  needsAddress: boolean
  /** When it delivers, or is collected; absent for a method without slots. */
  slots?: readonly SeedSlotWindow[]
}

/** A window of one or more days of the week, in the store's time zone. */
export interface SeedSlotWindow {
  /** 1 for Monday to 7 for Sunday. */
  weekdays: readonly number[]
  /** 'HH:MM' */
  from: string
  to: string
  /** Orders per slot. */
  capacity: number
  /** Hours before the start after which it can't be ordered for. */
  cutOffHours: number
}

/** A country that orders are accepted from. */
export interface SeedCountry {
  id: number
  name: string
}

/** A state, territory or region of a country. */
export interface SeedRegion {
  id: number
  countryId: number
  name: string
}

/** A suburb with its post code, and whether it is in the delivery area. */
export interface SeedSuburb {
  regionId: number
  name: string
  postCode: string
  inDeliveryArea: boolean
}

/** Everything an empty database is filled with. */
export interface Goods {
  aisles: readonly SeedAisle[]
  brands: readonly SeedBrand[]
  products: readonly SeedProduct[]
  banners: readonly SeedBanner[]
  coupons: readonly SeedCoupon[]
  deliveryMethods: readonly SeedDeliveryMethod[]
  countries: readonly SeedCountry[]
  regions: readonly SeedRegion[]
  suburbs: readonly SeedSuburb[]
}
