import { preloadOnIntent, loadOnIntent } from '../ui/load-on-intent.tsx'

// the header's menus are one file: opening one loads the others, too
const load = () => import('./sheets.ts')

/** What the header's buttons do before they are pressed. */
export const sheetIntent = preloadOnIntent(load)

/** The account's dropdown, once it is wanted. */
export const AccountSheet = loadOnIntent(async () => (await load()).AccountSheet)

/** The cart's dropdown, once it is wanted. */
export const CartSheet = loadOnIntent(async () => (await load()).CartSheet)

/** The side menu of small screens, once it is wanted. */
export const Drawer = loadOnIntent(async () => (await load()).Drawer)
