import type { OrderLine } from '#contract/order'
import { formatWeight, quantityText } from '#contract/weight-text'

type Line = Pick<OrderLine, 'quantity' | 'weighed' | 'weighedGrams'>

/** Whether the amount of a line is an estimate. */
export const isUnweighed = ({ weighed, weighedGrams }: Line): boolean =>
  Boolean(weighed) && typeof weighedGrams !== 'number'

/** What was ordered of a product that is sold by weight, and what was weighed once it is; null for other products. */
export function lineWeightText({ weighed, weighedGrams, quantity }: Line): string | null {
  if (!weighed) return null
  const ordered = quantityText(weighed, quantity)
  return typeof weighedGrams === 'number' ? `${formatWeight(weighedGrams)} weighed (ordered ${ordered})` : ordered
}
