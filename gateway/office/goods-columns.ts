import { toDollars } from '#contract/money'
import { mostStock, type ProductChange } from '#contract/office'
import { namesText, readNames, readSize, sizeText } from '#contract/product-text'
import { allergens, diets, nutritionBases, sizeUnits, storages, type Nutrition } from '#contract/product-facts'
import { plainText } from '#contract/typed-text'
import { isDay } from '../shop/local-time.ts'
import { isForSale, nutritionFields, nutritionNames, nutritionUnits, type ProductValues } from './product-values.ts'
import type { Shelves } from './shelves.ts'

/** What a row changes. */
export type RowChange = Omit<ProductChange, 'version'>

/** What the cells of a row are read with. */
interface Reading {
  change: RowChange
  now: ProductValues
  shelves: Shelves
}

/** A column of the file of goods. */
interface Column {
  /** What the file has of a product. */
  text: (values: ProductValues, shelves: Shelves) => string
  /** Reads a cell into the change. @returns what the cell must be, to complete 'price is ‘12,50’: …'; null if it can be read */
  read: (cell: string, reading: Reading) => string | null
}

const amountText = (cents: number | null) => (cents === null ? '' : toDollars(cents).toFixed(2))

const commaReason = 'write it with a point, such as 12.50'

/** Reads an amount. */
function readAmount(written: string, store: (dollars: number) => void): string | null {
  const cell = plainText(written)
  if (/^\d+,\d{1,2}$/.test(cell)) return commaReason
  if (!/^\d{1,5}(?:\.\d{1,2})?$/.test(cell)) return 'write an amount such as 12.50'
  store(Number(cell))
  return null
}

function readWhole(written: string, store: (value: number) => void): string | null {
  const cell = plainText(written)
  if (!/^\d{1,7}$/.test(cell) || Number(cell) > mostStock) return `write a whole number from 0 to ${mostStock}`
  store(Number(cell))
  return null
}

/** A text that is stored as it is. */
const text = (
  field: 'name' | 'brand' | 'description' | 'keywords' | 'secondName' | 'ingredients' | 'origin',
): Column => ({
  text: values => values[field] ?? '',
  read(cell, { change }) {
    change[field] = cell
    return null
  },
})

/** Names of a list, separated by commas. Empty: not known; 'none': none of them. */
function list<Name extends string>(
  all: readonly Name[],
  field: 'allergens' | 'mayContain' | 'diets',
  store: (change: RowChange, names: Name[] | null) => void,
): Column {
  return {
    text: values => namesText(values[field]),
    read(cell, { change }) {
      const { names, unknown } = readNames(cell, all)
      if (unknown !== null) return `‘${unknown}’ is none of ${all.join(', ')}`
      store(change, names)
      return null
    },
  }
}

/** A value of the nutrition table; the others stay. */
const nutritionColumn = (field: (typeof nutritionFields)[number]): Column => ({
  text: ({ nutrition }) => String(nutrition?.[field] ?? ''),
  read(written, { change, now }) {
    const cell = plainText(written)
    if (/^\d+,\d+$/.test(cell)) return 'write it with a point, such as 0.5'
    if (cell !== '' && !/^\d{1,5}(?:\.\d{1,3})?$/.test(cell)) return 'write a number such as 0.5'
    change.nutrition = { ...nutritionOf(change, now), [field]: cell === '' ? null : Number(cell) }
    return null
  },
})

const nutritionOf = (change: RowChange, { nutrition }: ProductValues): Nutrition =>
  change.nutrition ?? nutrition ?? { per: '' }

/** The columns in their order, by the names in the first line. */
export const goodsColumns: Readonly<Record<string, Column>> = {
  name: text('name'),
  'second name': text('secondName'),
  brand: text('brand'),
  category: {
    text: ({ categoryId }, shelves) => shelves.categoryPath(categoryId) ?? '',
    read(cell, { change, shelves }) {
      const categoryId = shelves.categoryNamed(cell)
      if (categoryId === null) return 'there is no such category, or it has others in it'
      change.categoryId = categoryId
      return null
    },
  },
  price: {
    text: ({ price }) => amountText(price),
    read: (cell, { change }) => readAmount(cell, dollars => (change.price = dollars)),
  },
  'special price': {
    text: ({ specialPrice }) => amountText(specialPrice),
    read(cell, { change }) {
      if (cell !== '') return readAmount(cell, dollars => (change.specialPrice = dollars))
      change.specialPrice = null
      return null
    },
  },
  'special until': {
    text: ({ specialLastDay }) => specialLastDay ?? '',
    read(cell, { change }) {
      if (cell !== '' && !isDay(cell)) return 'write a day such as 2026-12-31'
      change.specialLastDay = cell === '' ? null : cell
      return null
    },
  },
  stock: {
    text: ({ stock }) => String(stock),
    read: (cell, { change, now }) => readWhole(cell, count => (change.stockChange = count - now.stock)),
  },
  'stock at download': {
    text: ({ stock }) => String(stock),
    // what was in stock then says whether the column 'stock' was changed: see `rowChange`
    read: () => null,
  },
  'for sale': {
    text: values => (isForSale(values) ? 'yes' : 'no'),
    read(cell, { change }) {
      if (!/^(?:yes|no)$/i.test(cell)) return 'write yes or no'
      change.isForSale = cell.toLowerCase() === 'yes'
      return null
    },
  },
  size: {
    text: ({ size }) => sizeText(size),
    read(cell, { change }) {
      const size = readSize(cell)
      if (size === undefined)
        return /\d,\d/.test(cell)
          ? 'write it with a point, such as 1.5 kg'
          : `write an amount of ${sizeUnits.join(', ')}`
      change.size = size
      return null
    },
  },
  storage: {
    text: ({ storage }) => storage ?? '',
    read(cell, { change }) {
      const storage = storages.find(one => one === cell.toLowerCase())
      if (cell !== '' && storage === undefined) return `write one of ${storages.join(', ')}`
      change.storage = storage ?? null
      return null
    },
  },
  origin: text('origin'),
  ingredients: text('ingredients'),
  allergens: list(allergens, 'allergens', (change, names) => (change.allergens = names)),
  'may contain': list(allergens, 'mayContain', (change, names) => (change.mayContain = names)),
  diets: list(diets, 'diets', (change, names) => (change.diets = names)),
  'nutrition per': {
    text: ({ nutrition }) => nutrition?.per ?? '',
    read(cell, { change, now }) {
      if (cell !== '' && !nutritionBases.some(one => one === cell)) return `write ${nutritionBases.join(' or ')}`
      change.nutrition = { ...nutritionOf(change, now), per: cell }
      return null
    },
  },
  ...Object.fromEntries(
    nutritionFields.map(field => [`${nutritionNames[field]} (${nutritionUnits[field]})`, nutritionColumn(field)]),
  ),
  description: text('description'),
  keywords: text('keywords'),
}

/** The column by which a row finds its product. */
export const codeColumn = 'code'

const stockColumns = { count: 'stock', before: 'stock at download' } as const

/**
 * Reads the cells of a row. A cell that is as the file of today has it changes nothing, and neither does a stock that is as it was when the file was
 * downloaded: orders have changed it since.
 *
 * @param cells - by the names of their columns, without the code
 * @param isNew - `now` is the blank product: an empty cell leaves it so
 */
export function rowChange(
  cells: ReadonlyMap<string, string>,
  now: ProductValues,
  shelves: Shelves,
  isNew: boolean,
): { change: RowChange; problems: string[] } {
  const change: RowChange = {}
  const problems: string[] = []
  for (const [name, raw] of cells) {
    const column = goodsColumns[name]!
    const cell = raw.trim()
    if (raw === column.text(now, shelves).replaceAll(/\r\n?/g, '\n') || cell === column.text(now, shelves)) continue
    if (name === stockColumns.count && cell === cells.get(stockColumns.before)?.trim()) continue
    if (isNew && cell === '') continue
    const problem = cell.includes('\uFFFD')
      ? 'some characters can’t be read; save the file as CSV in UTF-8'
      : column.read(cell, { change, now, shelves })
    if (problem !== null) problems.push(`${name} is ${cell === '' ? 'empty' : `‘${cell.slice(0, 60)}’`}: ${problem}.`)
  }
  if (change.nutrition) {
    const hasValue = nutritionFields.some(field => (change.nutrition![field] ?? null) !== null)
    if (change.nutrition.per === '' && hasValue) problems.push('nutrition per is missing: write 100 g or 100 ml.')
    if (!hasValue) change.nutrition = null
  }
  return { change, problems }
}
