import { store } from '../store.ts'

/** The page 'Current Order'. */
export const OrdersScreen = () => (
  <>
    <title>{`Current Order · ${store.name}`}</title>
    <h1 tabIndex={-1}>Current Order</h1>
  </>
)
