import { moneyText } from '../ui/format-money.ts'

/** An amount in a name: '5 kg', '4 × 120 g', '500 ml', 'tray of 6'. Must not be part of a longer number or range. */
const amounts =
  /(?<![\p{L}\d.,/–~-])(?:(?<pieces>\d{1,3})\s?[x×]\s?)?(?<size>\d{1,5}(?:\.\d{1,3})?)\s?(?<unit>kg|g|ml|mL|l|L)(?![\p{L}\d/])|\b(?:tray|pack|box|tin|bag|bunch|carton|set) of (?<count>\d{1,3})(?=\s*(?:$|,|\p{Lo}))/giu

/** Words that make an amount approximate or promotional. */
const doubtful = /\b(about|approx|approximately|around|up to|at least|from|free|extra|bonus)\b|%/i

/** A reference unit: its size in grams or millilitres, and its label. */
interface ReferenceUnit {
  per: number
  name: string
}

const scales = { g: 1, kg: 1000, ml: 1, l: 1000 } as const

function referenceUnitFor(unit: keyof typeof scales, total: number): ReferenceUnit {
  if (unit === 'g' || unit === 'kg') return total >= 1000 ? { per: 1000, name: 'kg' } : { per: 100, name: '100 g' }
  return total >= 1000 ? { per: 1000, name: 'L' } : { per: 100, name: '100 ml' }
}

/**
 * The price per kilogram, 100 g, litre, 100 ml or piece: '$3.18 / kg', '$1.92 each'.
 *
 * @param name - the product's name as the gateway sends it
 * @param cents - current price of one pack
 * @returns null unless the name has exactly one amount, and no word that makes it approximate
 */
export function unitPrice(name: string, cents: number): string | null {
  const found = [...name.matchAll(amounts)]
  const { pieces, size, unit, count } = found[0]?.groups ?? {}
  if (found.length !== 1 || doubtful.test(name) || !(cents > 0)) return null
  if (count !== undefined) return Number(count) > 1 ? worth(cents / Number(count), 'each') : null
  const scale = unit!.toLowerCase() as keyof typeof scales
  const total = Number(size) * scales[scale] * Number(pieces ?? 1)
  if (total === 0) return null
  const { per, name: unitName } = referenceUnitFor(scale, total)
  return worth((cents / total) * per, `/ ${unitName}`)
}

function worth(cents: number, words: string): string | null {
  const rounded = Math.round(Number(cents.toFixed(4)))
  return rounded > 0 ? `${moneyText(rounded)} ${words}` : null
}
