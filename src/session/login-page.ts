import { loginMachine } from '#machines/session/login'

export { LoginScreen as Screen } from './LoginScreen.tsx'

/** The login's chart; the session's does what touches the world. */
export const chart = () => loginMachine
