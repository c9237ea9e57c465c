import { ordersWith } from '../effects/orders.ts'
import type { Environment } from '../effects/environment.ts'

export { OrdersScreen as Screen } from './OrdersScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => ordersWith(environment)
