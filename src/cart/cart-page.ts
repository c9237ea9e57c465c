export { CartScreen as Screen } from './CartScreen.tsx'
