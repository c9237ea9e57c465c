/** The logged-in customer, as far as the layout shows it. */
export interface Greeted {
  firstName: string
  lastName: string
}

/** The greeting in the account menu; null for guests. */
export const greetingOf = (customer: Greeted | null): string =>
  customer ? `Welcome, ${customer.firstName} ${customer.lastName}` : 'Welcome'
