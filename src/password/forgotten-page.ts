import { forgottenWith } from '../effects/passwords.ts'
import type { Environment } from '../effects/environment.ts'

export { ForgottenScreen as Screen } from './ForgottenScreen.tsx'

/** The page's machine with its effects. */
export const machine = ({ call }: Environment) => forgottenWith(call)
