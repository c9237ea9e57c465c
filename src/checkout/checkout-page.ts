import './enclosed-layout.css'
import { focusOpenedSearch } from './search-focus.ts'

export { CheckoutScreen as Screen } from './CheckoutScreen.tsx'
export { machine } from './checkout-machine.ts'
export { recoverOrders } from '../orders/recover-orders.ts'

focusOpenedSearch()
