import { multiBuyProblem } from './check-multi-buy.ts'
import { labelProblems } from './check-label.ts'
import type { Goods, SeedProduct } from './goods.ts'
import { largestInteger } from './ids.ts'
import { months, type Month } from './schema.ts'

/** What a field must be; the words complete 'price is 18.9, not …'. */
interface Rule {
  words: string
  holds: (value: unknown) => boolean
}

const wholeFrom = (least: number, unit: string): Rule => ({
  words: `a whole number${unit} from ${least} to ${largestInteger}`,
  holds: value => Number.isInteger(value) && (value as number) >= least && (value as number) <= largestInteger,
})
const id = wholeFrom(1, '')
const cents = wholeFrom(0, ' of cents')
const discount = wholeFrom(1, ' of cents')
const count = wholeFrom(0, '')
const percent: Rule = {
  words: 'a percentage from 0.01 to 100',
  holds: value => typeof value === 'number' && value >= 0.01 && value <= 100,
}
const season: Rule = {
  words: 'a list of months from 1 to 12',
  holds: value => Array.isArray(value) && value.every(month => months.includes(month as Month)),
}
const date: Rule = { words: 'a date', holds: value => !Number.isNaN(new Date(value as string).getTime()) }

/** PostgreSQL cannot store NUL, and half a surrogate pair is no character. */
const unstorable = /\0|\p{Surrogate}/u

/** The problems of one record: of its fields with a rule, and of its texts. Absent fields are none. */
function problemsOf(what: string, record: object, rules: Record<string, Rule> = {}): string[] {
  return Object.entries(record).flatMap(([field, value]) => {
    const rule = rules[field]
    if (typeof value === 'string' && unstorable.test(value))
      return [`${what}: ${field} has characters that cannot be stored`]
    if (value === undefined || rule === undefined || rule.holds(value)) return []
    return [`${what}: ${field} is ${String(value)}, not ${rule.words}`]
  })
}

/** The price of a kilogram is shown, so it has to be exact. */
export function weightProblems({
  weighed,
  price,
  special,
}: Pick<SeedProduct, 'weighed' | 'price' | 'special'>): string[] {
  if (weighed === undefined) return []
  const { grams, mostGrams: most } = weighed
  if (![grams, most].every(weight => Number.isInteger(weight)) || grams < 1 || most < grams || most > 2 * grams)
    return [`weighed is ${grams} g, at most ${most} g, not whole grams of which the most is up to twice as much`]
  return [price, special ?? price]
    .filter(cents => (cents * 1000) % grams !== 0)
    .map(cents => `${cents} cents for ${grams} g are not whole cents per kilogram`)
}

/** Problems beyond these have the same cause, most likely. */
const mostListed = 10

/**
 * Checks what the columns of the database cannot hold.
 *
 * @throws Error naming the records and fields
 */
export function checkGoods(goods: Goods): void {
  const problems = [
    ...goods.aisles.flatMap(aisle => [
      ...problemsOf(`category ${aisle.id}`, aisle, { id }),
      ...aisle.children.flatMap(child => problemsOf(`category ${child.id}`, child, { id })),
    ]),
    ...goods.brands.flatMap(brand => problemsOf(`brand ${brand.id}`, brand, { id, rank: count })),
    ...goods.products.flatMap(product => {
      const what = `product ${product.id}`
      const { price, special } = product
      const isLower = special === undefined || !cents.holds(special) || !cents.holds(price) || special < price
      return [
        ...problemsOf(what, product, {
          id,
          brandId: id,
          categoryId: id,
          price: cents,
          special: cents,
          stock: count,
          featured: count,
          season,
          multiBuyEndsAt: date,
          specialEndsAt: date,
        }),
        ...(product.second ? problemsOf(what, product.second) : []),
        ...(product.priceChanges ?? []).flatMap(change =>
          problemsOf(what, change, { before: cents, after: cents, daysAgo: count }),
        ),
        ...weightProblems(product).map(problem => `${what}: ${problem}`),
        ...(product.multiBuy ? [multiBuyProblem(product, product.multiBuy)] : []).flatMap(problem =>
          problem === null ? [] : [`${what}: ${problem}`],
        ),
        ...labelProblems(product).map(problem => `${what}: ${problem}`),
        ...(isLower ? [] : [`${what}: special is ${special}, not below the price`]),
      ]
    }),
    ...goods.banners.flatMap((banner, at) => problemsOf(`banner ${at + 1}`, banner)),
    ...goods.coupons.flatMap(coupon =>
      problemsOf(`coupon ${coupon.couponCode}`, coupon, {
        percentOff: percent,
        centsOff: discount,
        minimumAmount: cents,
        usesLimit: count,
        used: count,
        startsAt: date,
        endsAt: date,
      }),
    ),
    ...goods.deliveryMethods.flatMap(method => problemsOf(`delivery method ${method.id}`, method, { fee: cents })),
    ...goods.countries.flatMap(country => problemsOf(`country ${country.id}`, country, { id })),
    ...goods.regions.flatMap(region => problemsOf(`region ${region.id}`, region, { id, countryId: id })),
    ...goods.suburbs.flatMap(suburb => problemsOf(`suburb ${suburb.name}`, suburb, { regionId: id })),
  ]
  if (problems.length === 0) return
  const more = problems.length > mostListed ? [`and ${problems.length - mostListed} more`] : []
  throw new Error(`The goods cannot be stored.\n${[...problems.slice(0, mostListed), ...more].join('\n')}`)
}
