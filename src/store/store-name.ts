/** The store's name, which is all that the first load needs. The other data is in `store.ts`. */
export const storeName = 'Lucky Lantern Grocer'
