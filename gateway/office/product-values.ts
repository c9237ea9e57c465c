import { formatAmount, toCents, toDollars } from '#contract/money'
import { highestPrice, longestTexts, mostStock, type Difference, type ProductChange } from '#contract/office'
import { stockStatus } from '#contract/offer'
import type { Nutrition } from '#contract/product-facts'
import { isBlank } from '#contract/visible-text'
import { fullName } from '../catalogue/products.ts'
import { weightProblems } from '../database/check-goods.ts'
import { labelProblems } from '../database/check-label.ts'
import type { products } from '../database/schema.ts'
import { dayAt, isDay, type Day } from '../shop/local-time.ts'
import type { Shelves } from './shelves.ts'

type ProductRow = typeof products.$inferSelect

/** What a product has that people in the office see and change. */
export type ProductValues = Pick<
  ProductRow,
  | 'code'
  | 'name'
  | 'secondName'
  | 'categoryId'
  | 'price'
  | 'specialPrice'
  | 'plannedSpecial'
  | 'specialStartsAt'
  | 'stock'
  | 'status'
  | 'statusDescription'
  | 'description'
  | 'keywords'
  | 'ingredients'
  | 'allergens'
  | 'mayContain'
  | 'diets'
  | 'nutrition'
  | 'origin'
  | 'storage'
  | 'size'
  | 'weighed'
> & {
  /** The name of the brand. */
  brand: string
  /** The last day of the current or planned special price, at the store. */
  specialLastDay: Day | null
}

/** A product that is not stored yet: out of sale until it is put in sale. */
export const blankProduct = (code: string): ProductValues => ({
  code,
  name: '',
  secondName: null,
  brand: '',
  categoryId: 0,
  price: 0,
  specialPrice: null,
  plannedSpecial: null,
  specialStartsAt: null,
  specialLastDay: null,
  stock: 0,
  status: stockStatus.outOfStock,
  statusDescription: null,
  description: '',
  keywords: '',
  ingredients: null,
  allergens: null,
  mayContain: null,
  diets: null,
  nutrition: null,
  origin: null,
  storage: null,
  size: null,
  weighed: null,
})

/** A stored product. @param timeZone - of the store, whose days they are */
export const valuesOf = (row: ProductRow, brand: string, timeZone: string): ProductValues => ({
  ...row,
  brand,
  // a special price ends with its last day
  specialLastDay: row.specialEndsAt === null ? null : dayAt(timeZone, new Date(row.specialEndsAt.getTime() - 1)),
})

/** Whether a product can be bought while it is in stock. */
export const isForSale = ({ status }: Pick<ProductRow, 'status'>): boolean =>
  status === null || status === stockStatus.inStock

/** A value that a product can't have. */
export interface ProductProblem {
  /** The name of the field in the change. */
  field: string
  message: string
}

/** A changed product, and why it can't be stored. */
export interface ChangedProduct {
  values: ProductValues
  problems: ProductProblem[]
}

/** What a product becomes by a change. @param today - at the store */
export function changedProduct(
  now: ProductValues,
  change: Omit<ProductChange, 'version'>,
  shelves: Shelves,
  today: Day,
): ChangedProduct {
  const problems: ProductProblem[] = []
  const report = (field: string, message: string) => void problems.push({ field, message })
  const values: ProductValues = { ...now, ...textsIn(change), ...labelIn(change) }
  changePrices(values, change, today, report)
  changeStock(values, change, report)
  if (change.brand !== undefined) values.brand = shelves.brandNamed(values.brand) ?? values.brand
  if (change.categoryId !== undefined) {
    values.categoryId = change.categoryId
    if (shelves.categoryPath(change.categoryId) === null) report('categoryId', 'Please choose a category.')
  }
  checkTexts(values, change, report)
  checkLabel(now, values, report)
  return { values, problems }
}

type Report = (field: string, message: string) => void
type TextField = keyof typeof longestTexts

/** The texts of a change, without blanks at both ends; an empty one that is optional is none. */
function textsIn({ name, secondName, brand, description, keywords, ingredients, origin }: Partial<ProductChange>) {
  const orNone = (text: string | null) => (text === null || isBlank(text) ? null : text.trim())
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(brand !== undefined && { brand: brand.trim() }),
    ...(description !== undefined && { description: description.trim() }),
    ...(keywords !== undefined && { keywords: keywords.trim() }),
    ...(secondName !== undefined && { secondName: orNone(secondName) }),
    ...(ingredients !== undefined && { ingredients: orNone(ingredients) }),
    ...(origin !== undefined && { origin: orNone(origin) }),
  }
}

const labelIn = ({ allergens, mayContain, diets, nutrition, storage, size }: Partial<ProductChange>) => ({
  ...(allergens !== undefined && { allergens }),
  ...(mayContain !== undefined && { mayContain }),
  ...(diets !== undefined && { diets }),
  ...(nutrition !== undefined && { nutrition }),
  ...(storage !== undefined && { storage }),
  ...(size !== undefined && { size }),
})

/** Only what a change has is checked: another value of the product may be older than a rule. */
function checkTexts(values: ProductValues, change: Partial<ProductChange>, report: Report): void {
  for (const field of Object.keys(longestTexts) as TextField[]) {
    if (field !== 'code' && change[field] === undefined) continue
    const text = values[field] ?? ''
    if ([...text].length > longestTexts[field])
      report(field, `At most ${longestTexts[field]} characters fit in ${textNames[field]}.`)
  }
  if (change.name !== undefined && isBlank(values.name)) report('name', 'Please enter a name.')
  if (change.brand !== undefined && isBlank(values.brand)) report('brand', 'Please enter a brand.')
}

const textNames: Readonly<Record<TextField, string>> = {
  code: 'the code',
  name: 'the name',
  secondName: 'the second name',
  brand: 'the brand',
  description: 'the description',
  keywords: 'the keywords',
  ingredients: 'the ingredients',
}

/** Reports the rules of the label that a change breaks; those that were broken before do not hinder other changes. */
function checkLabel(now: ProductValues, values: ProductValues, report: Report): void {
  const known = new Set(problemsOfLabel(now))
  for (const problem of problemsOfLabel(values))
    if (!known.has(problem)) report(/^\w+/.exec(problem)![0], `This can’t be stored: ${problem}.`)
}

const problemsOfLabel = ({ nutrition, origin, storage, size, allergens, mayContain, diets }: ProductValues): string[] =>
  labelProblems({
    nutrition: nutrition ?? undefined,
    origin: origin ?? undefined,
    storage: storage ?? undefined,
    size: size ?? undefined,
    allergens: allergens ?? undefined,
    mayContain: mayContain ?? undefined,
    diets: diets ?? undefined,
  })

function changePrices(values: ProductValues, change: Partial<ProductChange>, today: Day, report: Report): void {
  const { price } = change
  changeSpecial(values, change, today, report)
  if (price !== undefined) values.price = centsOf(price, 'price', report)
  if (price === undefined && change.specialPrice === undefined) return
  if ((values.specialPrice ?? values.plannedSpecial ?? -1) >= values.price)
    report('specialPrice', 'The special price has to be lower than the price.')
  const { weighed, specialPrice } = values
  for (const problem of weightProblems({
    weighed: weighed ?? undefined,
    price: values.price,
    special: specialPrice ?? undefined,
  }))
    report('price', `It is sold by weight, and ${problem}.`)
}

/** A special price takes the place of a planned one. */
function changeSpecial(values: ProductValues, change: Partial<ProductChange>, today: Day, report: Report): void {
  const { specialPrice, specialLastDay } = change
  if (typeof specialLastDay === 'string' && (!isDay(specialLastDay) || specialLastDay < today))
    report('specialLastDay', 'The last day is over. Please choose a later one.')
  if (specialPrice === undefined) {
    if (specialLastDay && values.specialPrice === null && values.plannedSpecial === null)
      report('specialLastDay', 'There is no special price that could end.')
    if (specialLastDay !== undefined) values.specialLastDay = specialLastDay
    return
  }
  const replacesPlan = values.plannedSpecial !== null
  Object.assign(values, { plannedSpecial: null, specialStartsAt: null })
  values.specialPrice = specialPrice === null ? null : centsOf(specialPrice, 'specialPrice', report)
  if (specialPrice === null || (replacesPlan && specialLastDay === undefined)) values.specialLastDay = null
  else if (specialLastDay !== undefined) values.specialLastDay = specialLastDay
}

/** A delivery, a corrected count, and whether it is for sale. */
function changeStock(
  values: ProductValues,
  { stockChange, isForSale: wanted }: Partial<ProductChange>,
  report: Report,
) {
  if (stockChange !== undefined) {
    const { stock } = values
    values.stock += stockChange
    if (values.stock < 0) report('stock', `Only ${stock} are in stock: some may have been ordered in the meantime.`)
    if (values.stock > mostStock) report('stock', `At most ${mostStock} can be in stock.`)
  }
  // a status that the store has set is left, unless it says otherwise
  if (wanted !== undefined && wanted !== isForSale(values))
    Object.assign(values, { status: wanted ? null : stockStatus.outOfStock, statusDescription: null })
}

function centsOf(dollars: number, field: 'price' | 'specialPrice', report: Report): number {
  const cents = toCents(dollars)
  if (cents < 1 || cents > highestPrice || toDollars(cents) !== dollars)
    report(field, 'Please enter an amount such as 12.50.')
  return cents
}

/** What differs between two products, in the words of the list of changes. @param before - null for a new product */
export function differencesOf(before: ProductValues | null, after: ProductValues, shelves: Shelves): Difference[] {
  const earlier = before ?? blankProduct(after.code)
  return Object.entries(descriptions)
    .map(([what, of]) => ({ what, before: of(earlier, shelves), after: of(after, shelves) }))
    .filter(one => one.before !== one.after)
    .map(one => (before === null ? { ...one, before: null } : one))
}

const amountOrNone = (cents: number | null) => (cents === null ? 'none' : formatAmount(cents))
const listOrUnknown = (names: readonly string[] | null) => (names === null ? 'not known' : names.join(', ') || 'none')

const descriptions: Readonly<Record<string, (values: ProductValues, shelves: Shelves) => string>> = {
  name: fullName,
  brand: ({ brand }, shelves) => (brand !== '' && shelves.brandNamed(brand) === null ? `${brand} (new brand)` : brand),
  category: ({ categoryId }, shelves) => shelves.categoryPath(categoryId) ?? 'none',
  price: ({ price }) => formatAmount(price),
  'special price': ({ specialPrice }) => amountOrNone(specialPrice),
  'last day of the special price': ({ specialLastDay }) => specialLastDay ?? 'none',
  'planned special price': ({ plannedSpecial }) => amountOrNone(plannedSpecial),
  stock: ({ stock }) => String(stock),
  sale: values => (isForSale(values) ? 'For sale' : 'Not for sale'),
  description: ({ description }) => description || 'none',
  keywords: ({ keywords }) => keywords || 'none',
  ingredients: ({ ingredients }) => ingredients ?? 'none',
  allergens: ({ allergens }) => listOrUnknown(allergens),
  'allergens that it may contain': ({ mayContain }) => listOrUnknown(mayContain),
  diets: ({ diets }) => listOrUnknown(diets),
  nutrition: ({ nutrition }) => nutritionText(nutrition),
  origin: ({ origin }) => origin ?? 'none',
  storage: ({ storage }) => storage ?? 'none',
  size: ({ size }) => (size === null ? 'none' : `${size.amount} ${size.unit}`),
}

/** The values of a nutrition table, in their order, with their unit. */
export const nutritionUnits = {
  energy: 'kJ',
  protein: 'g',
  fat: 'g',
  saturatedFat: 'g',
  carbohydrate: 'g',
  sugars: 'g',
  sodium: 'mg',
} as const satisfies Partial<Record<keyof Nutrition, string>>

/** The names of the values of a nutrition table. */
export const nutritionNames: Readonly<Record<keyof typeof nutritionUnits, string>> = {
  energy: 'energy',
  protein: 'protein',
  fat: 'fat',
  saturatedFat: 'saturated fat',
  carbohydrate: 'carbohydrate',
  sugars: 'sugars',
  sodium: 'sodium',
}

export const nutritionFields = Object.keys(nutritionUnits) as (keyof typeof nutritionUnits)[]

function nutritionText(nutrition: Nutrition | null): string {
  if (nutrition === null) return 'none'
  const values = nutritionFields.flatMap(field => {
    const value = nutrition[field]
    return value === undefined || value === null ? [] : [`${nutritionNames[field]} ${value} ${nutritionUnits[field]}`]
  })
  return `per ${nutrition.per}: ${values.join(', ')}`
}
