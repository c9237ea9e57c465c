/** Loads the parts with rows of products, for pages of the first load. */
export const loadRows = () => import('./product-rows.ts')
