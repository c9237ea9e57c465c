import { addressesMachine } from '#machines/addresses'

export { DeliveryScreen as Screen } from '../account/DeliveryScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => addressesMachine
