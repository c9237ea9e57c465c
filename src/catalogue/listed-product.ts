import { toCents } from '#contract/money'
import { priceOf } from '#contract/offer'
import type { Product } from '#contract/product'
import type { ListedProduct } from '#machines/catalogue/products'
import { firstSentence } from './plain-text.ts'
import { comparisonOf, unitPrice, type Comparison } from './unit-price.ts'

/** Reduces the products of a list to what lists show. Their unit prices can be compared. */
export function listedProducts(products: readonly Product[]): ListedProduct[] {
  const comparison = comparisonOf(products.map(({ name }) => name))
  return products.map(product => listedProduct(product, comparison))
}

/** Reduces a product to what lists show. */
export const listedProduct = (product: Product, comparison?: Comparison): ListedProduct => {
  const { id, name, thumbnail, description, price, specialPrice, stockStatusId, isSimilar } = product
  return {
    id,
    name,
    thumbnail,
    price,
    specialPrice: specialPrice ?? null,
    stockStatusId,
    sentence: firstSentence(description),
    unitPrice: unitPrice(name, toCents(priceOf(product)), comparison),
    ...(isSimilar && { isSimilar }),
  }
}
