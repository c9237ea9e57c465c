import { registrationMachine } from '#machines/registration'

export { RegistrationScreen as Screen } from '../registration/RegistrationScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => registrationMachine
