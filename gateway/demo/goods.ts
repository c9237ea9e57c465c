import { banners } from './catalogue/banners.ts'
import { brands } from './catalogue/brands.ts'
import { aisles } from './catalogue/categories.ts'
import { coupons } from './catalogue/coupons.ts'
import { deliveryMethods } from './catalogue/delivery.ts'
import { countries, regions, suburbs } from './catalogue/places.ts'
import { products } from './catalogue/products.ts'
import type { Goods } from '../database/seeding.ts'

/** What the reference shop begins with. */
export const goods: Goods = {
  aisles,
  brands,
  products,
  banners,
  coupons,
  deliveryMethods,
  countries,
  regions,
  suburbs,
}
