import { moneyText } from '../ui/format-money.ts'

/** An amount in a name: '5 kg', '4 × 120 g', '500 ml', 'tray of 6'; nothing that belongs to it may stand around it. */
const amounts =
  /(?<![\p{L}\d.,/–~-])(?:(?<pieces>\d{1,3})\s?[x×]\s?)?(?<size>\d{1,5}(?:\.\d{1,3})?)\s?(?<unit>kg|g|ml|mL|l|L)(?![\p{L}\d/])|\b(?:tray|pack|box|tin|bag|bunch|carton|set) of (?<count>\d{1,3})(?=\s*(?:$|,|\p{Lo}))/giu

/** Words after which an amount is a guess or a promise. */
const doubtful = /\b(about|approx|approximately|around|up to|at least|from|free|extra|bonus)\b|%/i

/** What one unit is, in grams, millilitres or pieces, and what it is called. */
interface Yardstick {
  per: number
  name: string
}

const scales = { g: 1, kg: 1000, ml: 1, l: 1000 } as const

function yardstickFor(unit: keyof typeof scales, total: number): Yardstick {
  if (unit === 'g' || unit === 'kg') return total >= 1000 ? { per: 1000, name: 'kg' } : { per: 100, name: '100 g' }
  return total >= 1000 ? { per: 1000, name: 'L' } : { per: 100, name: '100 ml' }
}

/**
 * What a product costs a kilogram, 100 g, a litre, 100 ml or a piece: '$3.18 / kg', '$1.92 each'.
 *
 * @param name - the product's name, as the gateway has it
 * @param cents - what one pack costs now
 * @returns null unless the name holds exactly one amount, and nothing that puts it in doubt
 */
export function unitPrice(name: string, cents: number): string | null {
  const found = [...name.matchAll(amounts)]
  const { pieces, size, unit, count } = found[0]?.groups ?? {}
  if (found.length !== 1 || doubtful.test(name) || !(cents > 0)) return null
  if (count !== undefined) return Number(count) > 1 ? worth(cents / Number(count), 'each') : null
  const scale = unit!.toLowerCase() as keyof typeof scales
  const total = Number(size) * scales[scale] * Number(pieces ?? 1)
  if (total === 0) return null
  const { per, name: unitName } = yardstickFor(scale, total)
  return worth((cents / total) * per, `/ ${unitName}`)
}

function worth(cents: number, words: string): string | null {
  const rounded = Math.round(Number(cents.toFixed(4)))
  return rounded > 0 ? `${moneyText(rounded)} ${words}` : null
}
