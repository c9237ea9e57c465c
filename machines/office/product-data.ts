import type { OfficeProduct, ProductChange } from '#contract/office'
import { allergens, diets, longestOrigin, nutritionBases, storages, type Nutrition } from '#contract/product-facts'
import { namesText, readNames, readSize, sizeText } from '#contract/product-text'

/** The values of a nutrition table, in their order. */
export const nutritionFields = ['energy', 'protein', 'fat', 'saturatedFat', 'carbohydrate', 'sugars', 'sodium'] as const
type NutritionField = (typeof nutritionFields)[number]

/** The fields that say what a product is, in their order. */
export const dataFields = [
  'name',
  'secondName',
  'brand',
  'categoryId',
  'size',
  'storage',
  'origin',
  'ingredients',
  'allergens',
  'mayContain',
  'diets',
  'nutritionPer',
  ...nutritionFields,
  'description',
  'keywords',
] as const
export type DataField = (typeof dataFields)[number]

const words = new Set<string>(['name', 'secondName', 'brand', 'origin', 'ingredients', 'description', 'keywords'])

type ProductData = OfficeProduct['data']
type DataChange = Partial<Omit<ProductChange, 'version'>>

export const isDataField = (field: string): field is DataField => dataFields.some(one => one === field)

/** Whether a field is words, which are stored as they are entered: the others are numbers and choices. */
export const isWords = (field: string): boolean => words.has(field)

const isNutritionField = (field: DataField): field is NutritionField => nutritionFields.some(one => one === field)

/** The text of a stored value. */
export function dataText(field: DataField, data: ProductData): string {
  if (isNutritionField(field)) return String(data.nutrition?.[field] ?? '')
  if (field === 'nutritionPer') return data.nutrition?.per ?? ''
  if (field === 'size') return sizeText(data.size)
  if (field === 'allergens' || field === 'mayContain' || field === 'diets') return namesText(data[field])
  return String(data[field] ?? '')
}

/** Reads the fields that differ from what is stored, or their errors. */
export function readProductData(
  textOf: (field: DataField) => string,
  data: ProductData,
): { change: DataChange; errors: Partial<Record<DataField, string>> } {
  const change: DataChange = {}
  const errors: Partial<Record<DataField, string>> = {}
  const differing = dataFields.filter(field => textOf(field) !== dataText(field, data).trim())
  for (const field of differing) {
    const error = readField(field, textOf(field), change)
    if (error !== null) errors[field] = error
  }
  if (differing.some(field => field === 'nutritionPer' || isNutritionField(field))) {
    const { nutrition, error } = readNutrition(textOf)
    if (error !== null) errors.nutritionPer = error
    change.nutrition = nutrition
  }
  return { change, errors }
}

/** Reads a field into the change. @returns its error; null without one */
function readField(field: DataField, text: string, change: DataChange): string | null {
  if (isNutritionField(field)) return text === '' || number.test(text) ? null : 'Please enter a number such as 0.5'
  switch (field) {
    case 'name':
    case 'brand':
      change[field] = text
      return text === '' ? `Please enter a ${field}` : null
    case 'categoryId':
      change.categoryId = Number(text)
      return text === '' ? 'Please choose a category' : null
    case 'size': {
      const size = readSize(text)
      change.size = size ?? null
      return size === undefined ? 'Please enter an amount such as 500 g' : null
    }
    case 'storage':
      change.storage = storages.find(one => one === text) ?? null
      return null
    case 'allergens':
    case 'mayContain':
      return readList(text, allergens, names => (change[field] = names))
    case 'diets':
      return readList(text, diets, names => (change.diets = names))
    case 'secondName':
    case 'ingredients':
      change[field] = text === '' ? null : text
      return null
    case 'origin':
      change.origin = text === '' ? null : text
      return [...text].length > longestOrigin ? `Please enter at most ${longestOrigin} characters` : null
    case 'description':
    case 'keywords':
      change[field] = text
      return null
    case 'nutritionPer':
      return null
  }
}

const number = /^\d{1,5}(?:\.\d{1,3})?$/

function readList<Name extends string>(
  text: string,
  all: readonly Name[],
  store: (names: Name[] | null) => void,
): string | null {
  const { names, unknown } = readNames(text, all)
  store(names)
  return unknown === null ? null : `‘${unknown}’ is not one of the names`
}

function readNutrition(textOf: (field: DataField) => string): { nutrition: Nutrition | null; error: string | null } {
  const per = textOf('nutritionPer')
  const values = nutritionFields.filter(field => textOf(field) !== '').map(field => [field, Number(textOf(field))])
  if (values.length === 0) return { nutrition: null, error: null }
  const isBase = nutritionBases.some(base => base === per)
  return { nutrition: { per, ...Object.fromEntries(values) }, error: isBase ? null : 'Please choose an amount' }
}
