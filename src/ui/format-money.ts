/**
 * Money as the shop writes it: '$12.34', and '−$4.30' for what is taken off.
 *
 * @param cents - a whole number of cents
 */
export const moneyText = (cents: number): string => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
