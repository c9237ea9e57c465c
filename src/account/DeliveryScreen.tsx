import { store } from '../store.ts'

/** The page 'Modify Delivery Address'. */
export const DeliveryScreen = () => (
  <>
    <title>{`Modify Delivery Address · ${store.name}`}</title>
    <h1 tabIndex={-1}>Modify Delivery Address</h1>
  </>
)
