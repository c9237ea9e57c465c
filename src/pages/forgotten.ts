import { forgottenWith } from '../effects/passwords.ts'
import type { World } from '../shop.ts'

export { ForgottenScreen as Screen } from '../passwords/ForgottenScreen.tsx'

/** The page's chart with its effects. */
export const chart = ({ call }: World) => forgottenWith(call)
