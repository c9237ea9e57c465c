/* One chunk, which the browser loads when a row of products comes near the view, and with a product's page. */

export { HomeRows } from './HomeRows.tsx'
export { ProductRow } from './ProductRow.tsx'
export { RecentlyViewed } from './RecentlyViewed.tsx'
