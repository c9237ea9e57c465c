import { store } from '../store.ts'

/** The page 'Modify Billing Address'. */
export const BillingScreen = () => (
  <>
    <title>{`Modify Billing Address · ${store.name}`}</title>
    <h1 tabIndex={-1}>Modify Billing Address</h1>
  </>
)
