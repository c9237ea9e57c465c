import { preloadOnIntent, loadOnIntent } from '../ui/load-on-intent.tsx'

// the header's menus are one chunk: opening one also loads the others
const load = () => import('./sheets.ts')

/** Loads the menus' code on hover or focus of the header's buttons. */
export const sheetIntent = preloadOnIntent(load)

/** The account's dropdown, loaded on intent. */
export const AccountSheet = loadOnIntent(async () => (await load()).AccountSheet)

/** The cart's dropdown, loaded on intent. */
export const CartSheet = loadOnIntent(async () => (await load()).CartSheetScreen)

/** The side menu of small screens, loaded on intent. */
export const Drawer = loadOnIntent(async () => (await load()).Drawer)
