export { AccountSheet } from './AccountSheet.tsx'
export { CartSheetScreen } from './CartSheetScreen.tsx'
export { Drawer } from './Drawer.tsx'
