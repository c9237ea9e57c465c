import { resetMachine } from '#machines/reset'

export { ResetScreen as Screen } from '../passwords/ResetScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => resetMachine
