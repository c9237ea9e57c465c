export { ReceiptScreen as Screen } from './ReceiptScreen.tsx'
export { machine } from './checkout-machine.ts'
