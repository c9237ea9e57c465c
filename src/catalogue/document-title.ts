import { storeName } from '../store/store-name.ts'

/** The document title of a page: what it shows, then whose shop it is in. */
export const titleOf = (...parts: readonly string[]): string => [...parts, storeName].join(' · ')
