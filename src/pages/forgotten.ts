import { forgottenMachine } from '#machines/forgotten'

export { ForgottenScreen as Screen } from '../passwords/ForgottenScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => forgottenMachine
