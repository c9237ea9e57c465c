import { addressesMachine } from '#machines/addresses'

export { BillingScreen as Screen } from '../account/BillingScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => addressesMachine
