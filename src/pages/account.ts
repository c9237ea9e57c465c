import { ordersMachine } from '#machines/orders'

export { AccountScreen as Screen } from '../account/AccountScreen.tsx'

/** The page's chart with its effects. */
export const chart = () => ordersMachine
