import { store } from '../store.ts'

/** The document title of a page: what it shows, then whose shop it is in. */
export const titleOf = (...parts: readonly string[]): string => [...parts, store.name].join(' · ')
