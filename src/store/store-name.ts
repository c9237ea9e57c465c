/** What the store is called: all that the first load needs of it. The rest is in `store.ts`. */
export const storeName = 'Lucky Lantern Grocer'
