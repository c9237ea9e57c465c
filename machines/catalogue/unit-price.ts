import { formatAmount } from '#contract/money'
import { pricePerKilogram } from '#contract/weight-price'
import type { Weighed } from '#contract/weighed'

/** An amount in a name: '5 kg', '4 × 120 g', '500 ml', 'tray of 6'. Must not be part of a longer number or range. */
const amounts =
  /(?<![\p{L}\d.,/–~-])(?:(?<pieces>\d{1,3})\s?[x×]\s?)?(?<size>\d{1,5}(?:\.\d{1,3})?)\s?(?<unit>kg|g|ml|mL|l|L)(?![\p{L}\d/])|\b(?:tray|pack|box|tin|bag|bunch|carton|set) of (?<count>\d{1,3})(?=\s*(?:$|,|\p{Lo}|\p{L}*[à-žơưạ-ỹ]))/giu

/** Words that make an amount approximate or promotional. */
const doubtful = /\b(about|approx|approximately|around|up to|at least|from|free|extra|bonus)\b|%/i

const scales = { g: 1, kg: 1000, ml: 1, l: 1000 } as const

/** The amount in a name: grams, millilitres or pieces. Null unless there is exactly one, and no word that makes it approximate. */
export function amountIn(name: string): { of: 'mass' | 'volume' | 'pieces'; total: number } | null {
  const found = [...name.matchAll(amounts)]
  const { pieces, size, unit, count } = found[0]?.groups ?? {}
  if (found.length !== 1 || doubtful.test(name)) return null
  if (count !== undefined) return Number(count) > 1 ? { of: 'pieces', total: Number(count) } : null
  const known = unit!.toLowerCase() as keyof typeof scales
  const total = Number(size) * scales[known] * Number(pieces ?? 1)
  return total > 0 ? { of: known.endsWith('g') ? 'mass' : 'volume', total } : null
}

/**
 * The price per kilogram, litre or piece: '$3.18 / kg', '$1.92 per piece'. Always of the same unit, so that it is the same on every page
 * and can be compared on every shelf.
 *
 * @param name - the product's name as the gateway sends it
 * @param cents - current price of one pack, step or piece
 * @param weighed - if it is sold by weight: then the name does not matter
 * @returns null unless the name has exactly one amount, and no word that makes it approximate
 */
export function unitPrice(name: string, cents: number, weighed?: Weighed | null): string | null {
  if (weighed) return worth(pricePerKilogram(cents, weighed), '/ kg')
  const amount = amountIn(name)
  if (amount === null || !(cents > 0)) return null
  const { of, total } = amount
  if (of === 'pieces') return worth(cents / total, 'per piece')
  return worth((cents / total) * 1000, of === 'mass' ? '/ kg' : '/ L')
}

function worth(cents: number, words: string): string | null {
  const rounded = Math.round(Number(cents.toFixed(4)))
  return rounded > 0 ? `${formatAmount(rounded)} ${words}` : null
}
