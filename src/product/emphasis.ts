import { allergenWords } from '#machines/catalogue/label-words'

/** A part of a list of ingredients; `isAllergen` if it names one that the product contains. */
export interface IngredientPart {
  /** Where it begins. */
  at: number
  text: string
  isAllergen: boolean
}

/** Forms of a name that are more than a plural. */
const forms: Record<string, string> = {
  soy: 'soy(?:a|a?beans?)?',
  mollusc: 'mollus[ck]s?',
  crustacean: 'crustaceans?|crustacea',
}

const formsOf = (name: string): string =>
  forms[name] ?? `${allergenWords(name).replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}s?`

/**
 * Splits a list of ingredients at the words that name allergens of the product. A word of another allergen is none: the milk of coconut milk stays as it
 * is, if the product has no milk.
 *
 * @param allergens - those that the product contains
 */
export function emphasized(ingredients: string, allergens: readonly string[]): IngredientPart[] {
  const names = allergens.filter(name => name.trim() !== '').toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return [{ at: 0, text: ingredients, isAllergen: false }]
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}])(${names.map(formsOf).join('|')})(?![\p{L}\p{N}])`, 'giu')
  const parts: IngredientPart[] = []
  let at = 0
  for (const [index, text] of ingredients.split(word).entries()) {
    if (text !== '') parts.push({ at, text, isAllergen: index % 2 === 1 })
    at += text.length
  }
  return parts
}
