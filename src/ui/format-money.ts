import { formatAmount } from '#contract/money'

/**
 * Formats an amount: '$12.34', '$15,884.10', or '−$4.30' for a deduction.
 *
 * @param cents - integer
 */
export const moneyText = (cents: number): string => (cents < 0 ? '−' : '') + formatAmount(Math.abs(cents))
