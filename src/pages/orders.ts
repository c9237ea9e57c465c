import { ordersMachine } from '#machines/orders'

export { OrdersScreen as Screen } from '../orders/OrdersScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => ordersMachine
