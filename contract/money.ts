import { coerce, number, refine, string, type Struct } from 'superstruct'

/**
 * A number that some gateways send as text ("12.50"); read as a finite number either way. Money on the wire is such a
 * number: dollars, at most 2 decimals; machines and the gateway count in whole cents.
 */
export const numeric: Struct<number, null> = coerce(
  refine(number(), 'finite', value => Number.isFinite(value)),
  string(),
  text => (text.trim() === '' ? Number.NaN : Number(text)),
)

/**
 * Whole cents of a wire amount.
 *
 * @param dollars - an amount in dollars, as the wire has it
 * @returns an integer number of cents, half a cent is rounded up
 */
export const toCents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(4)))

/** The wire amount, in dollars, of whole cents. */
export const toDollars = (cents: number): number => Math.round(cents) / 100

/** The digits of an amount for a person: '12.30', '15,884.10'. @param cents - not negative */
export const digitsOf = (cents: number): string =>
  toDollars(cents)
    .toFixed(2)
    .replace(/\B(?=(?:\d{3}){1,6}\.)/g, ',')

/** Formats whole cents for a person: '$12.30', '$15,884.10', or '−$4.30' for a deduction. */
export const formatAmount = (cents: number): string => `${cents < 0 ? '−' : ''}$${digitsOf(Math.abs(cents))}`
