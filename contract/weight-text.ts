import type { Weighed } from './weighed.ts'

/** A weight for a person: '600 g', '1.5 kg'. @param grams - whole */
export const formatWeight = (grams: number): string => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`)

/** What a quantity weighs: '1.5 kg', 'about 600 g', 'about 600 g each'. */
export function weightText({ by, grams }: Weighed, quantity: number): string {
  if (by === 'step') return formatWeight(grams * quantity)
  return `about ${formatWeight(grams)}${quantity === 1 ? '' : ' each'}`
}

/** A quantity of a product that is sold by weight: '1.5 kg', '1 piece, about 600 g', '2 pieces, about 600 g each'. */
export function quantityText(weighed: Weighed, quantity: number): string {
  const weight = weightText(weighed, quantity)
  return weighed.by === 'step' ? weight : `${quantity === 1 ? '1 piece' : `${quantity} pieces`}, ${weight}`
}
