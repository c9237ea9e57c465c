import './enclosed-layout.css'
import { focusOpenedSearch } from './search-focus.ts'

export { CheckoutScreen as Screen } from './CheckoutScreen.tsx'
export { machine } from './checkout-machine.ts'
// these are needed only while a checkout runs, so they share its chunk
export { OrderBarScreen } from '../orders/OrderBarScreen.tsx'
export { recoverOrders } from '../orders/recover-orders.ts'

focusOpenedSearch()
