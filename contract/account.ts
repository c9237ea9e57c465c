import { array, boolean, nullable, optional, string, type, type Infer } from 'superstruct'
import { address, addressFields } from './address.ts'
import { cartLine } from './cart.ts'
import { contactPerson, customerInfo } from './customer.ts'
import { opaqueId } from './ids.ts'
import { nothing, updating, write } from './route.ts'

/** The body of POST /customer/createaccount; `sessionId` is the guest's cart, if there is one. */
export const registration = type({
  ...contactPerson.schema,
  ...addressFields.schema,
  password: string(),
  acceptTerms: boolean(),
  subscribeNewsletter: boolean(),
  sessionId: nullable(string()),
})
export type Registration = Infer<typeof registration>

/** The answer to a registration; the guest's cart has become the customer's. */
export const registered = type({
  token: string(),
  data: address,
  customerInfo,
  sessionId: optional(nullable(opaqueId)),
})

/** The body of POST /customer/login. */
export const login = type({ email: string(), password: string(), sessionId: nullable(string()) })
export type Login = Infer<typeof login>

/** The answer to a login: the customer, the saved addresses, and the cart, which includes the guest's lines. */
export const loggedIn = type({
  token: string(),
  data: array(address),
  billingAddress: nullable(address),
  customerInfo,
  shoppingCart: array(cartLine),
  sessionId: optional(nullable(opaqueId)),
})

/** The body of POST /customer/updatePassword. */
export const passwordChange = type({ password: string(), currentPassword: optional(nullable(string())) })
export type PasswordChange = Infer<typeof passwordChange>

/** The body of POST /customer/forgot-password. */
export const resetRequest = type({ email: string() })

/** The body of POST /customer/check-reset-link; `resetToken` came by mail. */
export const resetLink = type({ resetToken: string() })
export type ResetLink = Infer<typeof resetLink>

/** The body of POST /customer/reset-password; `resetToken` came by mail. */
export const passwordReset = type({ resetToken: string(), password: string() })
export type PasswordReset = Infer<typeof passwordReset>

/**
 * The body of POST /customer/update. Another email address needs `currentPassword` or a login of the last 15 minutes, and
 * takes effect by the link that is mailed to it.
 */
export const profileChange = type({ ...contactPerson.schema, currentPassword: optional(nullable(string())) })
export type ProfileChange = Infer<typeof profileChange>

/** The new email address, until its mailed link is opened. */
export const profileRenewal = type({
  token: optional(nullable(string())),
  data: optional(nullable(type({ pendingEmail: optional(nullable(string())) }))),
})

/** The answer to an update may hold a new token: its claims contain the name, and a new password revokes earlier tokens. */
export const renewal = type({ token: optional(nullable(string())) })

/** The API calls about accounts and logins. */
export const accountRoutes = {
  createAccount: write('POST', '/customer/createaccount', registration, registered),
  login: write('POST', '/customer/login', login, loggedIn),
  logout: write('POST', '/customer/logout', nothing, nothing),
  updatePassword: updating('/customer/updatePassword', passwordChange, renewal),
  updateCustomer: updating('/customer/update/{customerId}', profileChange, profileRenewal),
  forgotPassword: write('POST', '/customer/forgot-password', resetRequest, nothing),
  /** Reads only, and is a POST so that the token is in no URL. Optional: without it a link is checked with the new password. */
  checkResetLink: write('POST', '/customer/check-reset-link', resetLink, nothing, 'lookup'),
  resetPassword: write('POST', '/customer/reset-password', passwordReset, nothing),
} as const
