/**
 * Formats an amount: '$12.34', or '−$4.30' for a deduction.
 *
 * @param cents - integer
 */
export const moneyText = (cents: number): string => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
