import { shippingWith } from '../effects/shipping.ts'
import type { Environment } from '../effects/environment.ts'

export { ShippingScreen as Screen } from './ShippingScreen.tsx'

/** The page's machine with its effect. */
export const machine = ({ call }: Environment) => shippingWith(call)
