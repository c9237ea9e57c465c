/** Who is logged in, as far as the layout needs to know. */
export interface Greeted {
  firstName: string
  lastName: string
}

/** How the account greets; visitors are null. */
export const greetingOf = (customer: Greeted | null): string =>
  customer ? `Welcome, ${customer.firstName} ${customer.lastName}` : 'Welcome'
