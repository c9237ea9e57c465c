import { isQuantity, type TypedQuantity } from '#contract/cart'
import { toCents } from '#contract/money'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { priceOf, stockStatus } from '#contract/offer'
import type { RefusedLine } from '#contract/bulk-add'
import type { ListedProduct } from '../catalogue/products.ts'
import type { Addition } from '../messages/add-command.ts'

/** A product that is wanted, as an order or a list has it. */
export interface WantedLine {
  productId: number
  name: string
  thumbnail: string
  quantity: number
  /** Dollars; null if it is not known what it cost before. */
  priceBefore: number | null
}

/** What the shop sells of a wanted product now. */
export interface Offer {
  productId: number
  /** Null if the shop no longer has it. */
  product: ListedProduct | null
  /** A similar product that is in stock, if the wanted one is not. */
  suggestion: ListedProduct | null
}

/** A wanted product with what the shop sells of it, and the shopper's choice. */
export interface ReviewedLine extends WantedLine, Offer {
  isChosen: boolean
  /** The content of the quantity field. */
  typed: TypedQuantity
  /** Why the gateway did not add it. */
  refusal: string | null
}

/** How a product differs from when it was ordered or put on the list. */
export type LineChange = 'none' | 'price' | 'unavailable' | 'gone'

export function changeOf({ product, priceBefore }: Pick<ReviewedLine, 'product' | 'priceBefore'>): LineChange {
  if (product === null) return 'gone'
  if (product.stockStatusId !== stockStatus.inStock) return 'unavailable'
  return priceBefore === null || toCents(priceBefore) === toCents(priceOf(product)) ? 'none' : 'price'
}

/** The product that a line adds: its own, or the suggested one if that is not in stock. Null if there is neither. */
export const addedProduct = (line: ReviewedLine): ListedProduct | null =>
  changeOf(line) === 'none' || changeOf(line) === 'price' ? line.product : line.suggestion

/** The lines with what the shop sells now. Products that are in stock are chosen; a suggested one is the shopper's choice. */
export const reviewed = (lines: readonly WantedLine[], offers: readonly Offer[]): ReviewedLine[] =>
  lines.map(line => {
    const { product = null, suggestion = null } = offers.find(({ productId }) => productId === line.productId) ?? {}
    const isChosen = product?.stockStatusId === stockStatus.inStock
    return { ...line, product, suggestion, isChosen, typed: line.quantity, refusal: null }
  })

/** Whether nothing has changed, so that there is nothing to review. */
export const isUnchanged = (lines: readonly ReviewedLine[]): boolean =>
  lines.every(line => changeOf(line) === 'none' && isQuantity(line.typed))

/** The chosen lines that have a product to add. */
export const chosenLines = (lines: readonly ReviewedLine[]): ReviewedLine[] =>
  lines.filter(line => line.isChosen && addedProduct(line) !== null)

/** Whether there is something to add, and every quantity of it is valid. */
export const canAdd = (lines: readonly ReviewedLine[]): boolean => {
  const chosen = chosenLines(lines)
  return chosen.length > 0 && chosen.every(({ typed }) => isQuantity(typed))
}

/** What the chosen lines cost, in cents. Lines without a valid quantity are left out. */
export const sumOf = (lines: readonly ReviewedLine[]): number =>
  chosenLines(lines).reduce((sum, line) => {
    const product = addedProduct(line)!
    return isQuantity(line.typed) ? sum + priceOfQuantity(toCents(priceOf(product)), line.typed, product.multiBuy) : sum
  }, 0)

/** The products to add. */
export const additionsOf = (lines: readonly ReviewedLine[]): Addition[] =>
  chosenLines(lines).map(line => {
    const product = addedProduct(line)!
    return {
      productId: product.id,
      productName: product.name,
      productPrice: priceOf(product),
      productImage: product.thumbnail,
      quantity: line.typed!,
    }
  })

/** The lines that are left after an addition: those that were not sent, and the refused ones with the reason. */
export const afterAddition = (
  lines: readonly ReviewedLine[],
  { added, refused }: { added: readonly number[]; refused: readonly RefusedLine[] },
): ReviewedLine[] =>
  lines.flatMap(line => {
    if (!line.isChosen) return line
    const id = addedProduct(line)?.id
    const reason = refused.find(({ productId }) => productId === id)
    if (reason)
      return {
        ...line,
        refusal: reason.message,
        isChosen: reason.left > 0,
        typed: reason.left > 0 ? reason.left : line.typed,
      }
    return added.some(productId => productId === id) ? [] : line
  })

const wordsOf = (name: string) => new Set(name.toLowerCase().match(/\p{L}{2,}/gu))

/**
 * The product that is most like another by its name: it is in stock and shares the most words with it.
 *
 * @param excluded - ids of products that are wanted or suggested already
 * @returns null if no candidate shares a word
 */
export function mostSimilar(
  name: string,
  candidates: readonly ListedProduct[],
  excluded: readonly number[],
): ListedProduct | null {
  const wanted = wordsOf(name)
  let best: ListedProduct | null = null
  let most = 0
  for (const candidate of candidates) {
    if (candidate.stockStatusId !== stockStatus.inStock || excluded.includes(candidate.id)) continue
    const shared = [...wordsOf(candidate.name)].filter(word => wanted.has(word)).length
    if (shared > most) [best, most] = [candidate, shared]
  }
  return best
}
