import { storeName } from '../store/store-name.ts'

/** The document title: what the page shows, then the store's name. */
export const titleOf = (...parts: readonly string[]): string => [...parts, storeName].join(' · ')
