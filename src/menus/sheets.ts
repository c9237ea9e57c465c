export { AccountSheet } from './AccountSheet.tsx'
export { CartSheet } from './CartSheet.tsx'
export { Drawer } from './Drawer.tsx'
