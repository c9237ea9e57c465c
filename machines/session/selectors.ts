import type { SessionSnapshot } from './session.ts'

/** The state of the logout page. `loggedOut` also while the gateway revokes the token: the browser has cleared everything. */
export type LogoutPage = 'loggedIn' | 'loggingIn' | 'loggedOut'

export function logoutPage({ value, context }: Pick<SessionSnapshot, 'value' | 'context'>): LogoutPage {
  if (context.customer !== null) return 'loggedIn'
  return value.who === 'loggingIn' ? 'loggingIn' : 'loggedOut'
}
