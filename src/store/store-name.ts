/** What the store is called: all that every page needs to know of it at once. The rest is in `store.ts`. */
export const storeName = 'Lucky Lantern Grocer'
