import { banners } from './catalogue/banners.ts'
import { brands } from './catalogue/brands.ts'
import { aisles } from './catalogue/categories.ts'
import { coupons } from './catalogue/coupons.ts'
import { deliveryMethods } from './catalogue/delivery.ts'
import { countries, regions, suburbs } from './catalogue/places.ts'
import { products } from './catalogue/aisles/products.ts'
import type { Goods } from '../database/goods.ts'

/** The goods of the sample store. */
export const demoGoods: Goods = {
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
