import { array, enums, nullable, optional, size, string, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'

/* What a label says about a product. All of it is optional: the specification has none of it, and a store may not know it. */

/**
 * The allergens that labels must declare in Australia and New Zealand, by the names that the Food Standards Code requires (standard 1.2.3 and its
 * schedule 9). Databases hold their positions: new ones are added at the end, and none is moved or removed.
 */
export const allergens = [
  'gluten',
  'wheat',
  'barley',
  'oats',
  'rye',
  'crustacean',
  'egg',
  'fish',
  'lupin',
  'milk',
  'mollusc',
  'peanut',
  'sesame',
  'soy',
  'sulphites',
  'almond',
  'brazil-nut',
  'cashew',
  'hazelnut',
  'macadamia',
  'pecan',
  'pine-nut',
  'pistachio',
  'walnut',
] as const
export type Allergen = (typeof allergens)[number]

/** What a product is stated to be. Databases hold their positions, as those of the allergens. */
export const diets = ['vegetarian', 'vegan', 'gluten-free', 'halal'] as const
export type Diet = (typeof diets)[number]

/** At which temperature a product is kept. */
export const storages = ['ambient', 'chilled', 'frozen'] as const
export type Storage = (typeof storages)[number]

/** Units of a size. */
export const sizeUnits = ['g', 'kg', 'ml', 'L', 'piece'] as const

/** The amount that nutrition is stated for. */
export const nutritionBases = ['100 g', '100 ml'] as const

/** The longest name of an origin, in characters. */
export const longestOrigin = 60

const amount = optional(nullable(numeric))

/** Nutrition of 100 g or 100 ml as sold; energy in kilojoules, sodium in milligrams, the others in grams. */
export const nutrition = type({
  per: string(),
  energy: amount,
  protein: amount,
  fat: amount,
  saturatedFat: amount,
  carbohydrate: amount,
  sugars: amount,
  sodium: amount,
})
export type Nutrition = Infer<typeof nutrition>

/** How much a pack contains. */
export const packSize = type({ amount: numeric, unit: string() })
export type PackSize = Infer<typeof packSize>

/* Of other stores' words the shop shows allergens as they are, and nothing for the others. */
export const allergenNames = array(string())
export const dietNames = array(string())
export const storageName = string()

/** The fields of a product's page. Absent ones are not known, which is no statement: an empty list of allergens says that there are none. */
export const productFacts = {
  /** Plain text, in the order of the label. */
  ingredients: optional(nullable(string())),
  allergens: optional(nullable(allergenNames)),
  /** Allergens that may get into it while it is made. */
  mayContain: optional(nullable(allergenNames)),
  nutrition: optional(nullable(nutrition)),
  /** The country where it was grown or made. */
  origin: optional(nullable(string())),
  storage: optional(nullable(storageName)),
  /** Only what is stated. */
  diet: optional(nullable(dietNames)),
  size: optional(nullable(packSize)),
  /** Dollars; the lowest price in the 30 days before the special price began. Only while there is one. */
  lowestPrice: optional(nullable(numeric)),
} as const

/** Diets that a list is limited to: products that are stated to be all of them. */
export const chosenDiets = size(array(enums(diets)), 0, diets.length)
/** Allergens that a list leaves out. */
export const chosenAllergens = size(array(enums(allergens)), 0, allergens.length)
/** Origins of which a list shows products. */
export const chosenOrigins = size(array(size(string(), 1, longestOrigin)), 0, 100)
/** Storage temperatures of which a list shows products. */
export const chosenStorages = size(array(enums(storages)), 0, storages.length)
