import { profileMachine } from '#machines/profile'

export { ProfileScreen as Screen } from '../account/ProfileScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => profileMachine
