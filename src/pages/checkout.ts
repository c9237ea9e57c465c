import { checkoutWith } from '../effects/checkout.ts'
import type { World } from '../shop.ts'

export { CheckoutScreen as Screen } from '../checkout/CheckoutScreen.tsx'

/** The checkout's chart with its effects. */
export const chart = ({ call, keep, remember, tellOthers }: World) => checkoutWith(call, keep, remember, tellOthers)
