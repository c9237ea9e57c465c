import './enclosed-layout.css'
import { focusOpenedSearch } from './search-focus.ts'

export { CheckoutScreen as Screen } from './CheckoutScreen.tsx'
export { machine } from './checkout-machine.ts'
// a checkout runs already where these are needed: they have no chunks of their own
export { OrderBarScreen } from './OrderBarScreen.tsx'
export { recoverOrders } from './recover-orders.ts'

focusOpenedSearch()
