import { toCents } from '#contract/money'
import { priceOf } from '#contract/offer'
import type { Product } from '#contract/product'
import type { ListedProduct } from '#machines/catalogue/products'
import { firstSentence } from './plain-text.ts'
import { unitPrice } from './unit-price.ts'

/** Reduces a product to what lists show. */
export const listedProduct = (product: Product): ListedProduct => {
  const { id, name, thumbnail, description, price, specialPrice, stockStatusId } = product
  return {
    id,
    name,
    thumbnail,
    price,
    specialPrice: specialPrice ?? null,
    stockStatusId,
    sentence: firstSentence(description),
    unitPrice: unitPrice(name, toCents(priceOf(product))),
  }
}
