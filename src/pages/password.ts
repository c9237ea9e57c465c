import { passwordMachine } from '#machines/password'

export { PasswordScreen as Screen } from '../account/PasswordScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => passwordMachine
