import { forgottenWith } from '../effects/passwords.ts'
import type { World } from '../start/assemble.ts'

export { ForgottenScreen as Screen } from './ForgottenScreen.tsx'

/** The page's machine with its effects. */
export const machine = ({ call }: World) => forgottenWith(call)
