import { string, type, type Infer } from 'superstruct'
import { opaqueId } from './ids.ts'
import { nothing, write } from './route.ts'

/** The contact details of an order. */
export const contactPerson = type({ firstName: string(), lastName: string(), email: string(), telephone: string() })
export type ContactPerson = Infer<typeof contactPerson>

/** A registered customer. */
export const customerInfo = type({ ...contactPerson.schema, customerId: opaqueId })
export type CustomerInfo = Infer<typeof customerInfo>

/** The body of POST /customer/subscribeNewsletter; section 5 requires an email address in no particular format. */
export const newsletterSignUp = type({ email: string() })
export type NewsletterSignUp = Infer<typeof newsletterSignUp>

/** The API calls of the newsletter. */
export const newsletterRoutes = {
  subscribeNewsletter: write('POST', '/customer/subscribeNewsletter', newsletterSignUp, nothing),
} as const
