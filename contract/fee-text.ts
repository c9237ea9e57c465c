import { formatAmount } from './money.ts'

/** A delivery fee for a person: 'Free' or '$5.90'. @param cents - integer, not negative */
export const formatFee = (cents: number): string => (cents === 0 ? 'Free' : formatAmount(cents))

/** Says that delivery no longer costs what the shopper saw: 'Delivery is now free, not $5.90.' Both fees in cents. */
export const feeChange = (now: number, was: number): string =>
  `Delivery is now ${formatFee(now).toLowerCase()}, not ${formatFee(was).toLowerCase()}.`
