import { toCents } from '#contract/money'
import { multiBuyText } from '#contract/multi-buy-text'
import { priceOf, stockStatus } from '#contract/offer'
import type { Product } from '#contract/product'
import type { ListedProduct } from './products.ts'
import { firstSentence } from './plain-text.ts'
import { unitPrice } from './unit-price.ts'

/** Reduces a product to what lists show. */
export const listedProduct = (product: Product): ListedProduct => {
  const { id, name, thumbnail, description, price, specialPrice, stockStatusId, isSimilar, multiBuy } = product
  const availability = isAwaited(stockStatusId) && product.stockStatusDescription?.trim()
  return {
    id,
    name,
    thumbnail,
    price,
    specialPrice: specialPrice ?? null,
    stockStatusId,
    sentence: firstSentence(description),
    unitPrice: unitPrice(name, toCents(priceOf(product)), product.weighed),
    ...(multiBuy && { multiBuy, multiBuyText: multiBuyText(multiBuy) }),
    ...(isSimilar && { isSimilar }),
    ...(availability && { availability }),
  }
}

/** Neither in stock nor sold out: a card has no other words for it. */
const isAwaited = (id: number) => id !== stockStatus.inStock && id !== stockStatus.outOfStock
