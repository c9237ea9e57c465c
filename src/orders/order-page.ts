import { ownOrderWith } from '../effects/own-order.ts'
import type { Environment } from '../effects/environment.ts'

export { OwnOrderScreen as Screen } from './OwnOrderScreen.tsx'

/** The page's machine with its effects. */
export const machine = (environment: Environment) => ownOrderWith(environment)
