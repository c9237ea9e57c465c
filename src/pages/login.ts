import { loginMachine } from '#machines/login'

export { LoginScreen as Screen } from '../login/LoginScreen.tsx'

/** The login's chart; the session's does what touches the world. */
export const chart = () => loginMachine
