import { forgottenWith } from '../effects/passwords.ts'
import type { World } from '../start/assemble.ts'

export { ForgottenScreen as Screen } from './ForgottenScreen.tsx'

/** The page's chart with its effects. */
export const chart = ({ call }: World) => forgottenWith(call)
