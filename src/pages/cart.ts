export { CartScreen as Screen } from '../cart/CartScreen.tsx'
