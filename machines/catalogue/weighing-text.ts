import { formatAmount } from '#contract/money'
import { formatWeight } from '#contract/weight-text'
import { mostOfLine } from '#contract/weight-price'
import type { Weighed } from '#contract/weighed'

/**
 * How a product is sold by weight, and the most that it costs.
 *
 * @param cents - current price of one step or piece
 */
export function weighingText(weighed: Weighed, cents: number): string {
  const [weight, most] = [formatWeight(weighed.grams), formatAmount(mostOfLine(cents, weighed))]
  return weighed.by === 'step'
    ? `Sold in steps of ${weight}. You pay for what we weigh, at most ${most} for each step.`
    : `Sold by the piece, about ${weight} each. You pay for what we weigh, at most ${most} each.`
}
