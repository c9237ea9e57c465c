import { loginMachine } from '#machines/session/login'

export { LoginScreen as Screen } from './LoginScreen.tsx'

/** The page's machine; it has no effects of its own, the session's machine logs in. */
export const machine = () => loginMachine
