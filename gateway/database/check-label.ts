import {
  allergens,
  diets,
  longestOrigin,
  nutritionBases,
  sizeUnits,
  storages,
  type Allergen,
  type Diet,
  type Nutrition,
} from '#contract/product-facts'
import type { SeedProduct } from './goods.ts'

/** Allergens that a product of each diet cannot contain: a shopper may rely on either statement. */
const contradictions: Record<Diet, readonly Allergen[]> = {
  vegetarian: ['fish', 'crustacean', 'mollusc'],
  vegan: ['fish', 'crustacean', 'mollusc', 'egg', 'milk'],
  'gluten-free': ['gluten', 'wheat', 'barley', 'oats', 'rye'],
  halal: [],
}

/** What the label of a product says. */
export type Label = Pick<
  SeedProduct,
  'nutrition' | 'origin' | 'storage' | 'size' | 'allergens' | 'mayContain' | 'diets'
>

/**
 * Problems of what the label says: words that no list has, impossible amounts, and statements that exclude each other. Each begins with the name of
 * its field.
 */
export function labelProblems(product: Label): string[] {
  const { nutrition, origin, storage, size } = product
  return [
    ...unknownIn('allergens', allergens, product.allergens),
    ...unknownIn('mayContain', allergens, product.mayContain),
    ...unknownIn('diets', diets, product.diets),
    ...unknownIn('storage', storages, storage === undefined ? [] : [storage]),
    ...(product.diets ?? []).flatMap(diet =>
      (product.allergens ?? [])
        .filter(allergen => contradictions[diet]?.includes(allergen))
        .map(allergen => `diets has ${diet}, but allergens has ${allergen}`),
    ),
    ...(nutrition ? nutritionProblems(nutrition) : []),
    ...(origin !== undefined && (origin === '' || [...origin].length > longestOrigin)
      ? [`origin has not 1 to ${longestOrigin} characters`]
      : []),
    ...(size && !(size.amount > 0 && Number.isFinite(size.amount) && has(sizeUnits, size.unit))
      ? [`size is ${size.amount} ${size.unit}, not an amount of ${sizeUnits.join(', ')}`]
      : []),
  ]
}

const has = (all: readonly string[], name: string) => all.includes(name)

const unknownIn = (field: string, all: readonly string[], names: readonly string[] = []) =>
  names.filter(name => !has(all, name)).map(name => `${field} has ${name}, not one of ${all.join(', ')}`)

function nutritionProblems(nutrition: Nutrition): string[] {
  const { per, energy, sodium, ...grams } = nutrition
  const isAmount = (value: number | null | undefined, most: number) =>
    value === undefined || value === null || (Number.isFinite(value) && value >= 0 && value <= most)
  const { fat, saturatedFat, carbohydrate, sugars } = grams
  return [
    ...unknownIn('nutrition.per', nutritionBases, [per]),
    // pure fat has 3,700 kilojoules, and pure salt 40,000 milligrams of sodium
    ...(isAmount(energy, 3_700) ? [] : [`nutrition.energy is ${energy}, not 0 to 3700 kilojoules`]),
    ...(isAmount(sodium, 40_000) ? [] : [`nutrition.sodium is ${sodium}, not 0 to 40000 milligrams`]),
    ...Object.entries(grams)
      .filter(([, value]) => !isAmount(value, 100))
      .map(([field, value]) => `nutrition.${field} is ${value}, not 0 to 100 grams`),
    ...((saturatedFat ?? 0) > (fat ?? 100) ? ['nutrition has more saturated fat than fat'] : []),
    ...((sugars ?? 0) > (carbohydrate ?? 100) ? ['nutrition has more sugars than carbohydrate'] : []),
  ]
}
