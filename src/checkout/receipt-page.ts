export { ReceiptScreen as Screen } from '../orders/ReceiptScreen.tsx'
export { machine } from './checkout-machine.ts'
