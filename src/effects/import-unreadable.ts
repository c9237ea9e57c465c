/** What is done about stored values that the gateway can't read: rarely needed, and not in the first load. */
export const importUnreadable = () => import('./unreadable-values.ts')
