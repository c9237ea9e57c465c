import type { Brand } from '#contract/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { brandPath } from '#contract/list-paths'
import { homePath } from '#contract/paths'

/** The brand of a product; undefined if it has not loaded. */
export const brandOf = ({ brandName }: Pick<ShownProduct, 'brandName'>, brands: readonly Brand[]): Brand | undefined =>
  brands.find(one => one.name === brandName)

/** The breadcrumb of a product: its brand's list, or the features if the brand is unknown. */
export function productTrail(product: Pick<ShownProduct, 'name' | 'brandName'>, brands: readonly Brand[]) {
  const brand = brandOf(product, brands)
  const list = brand ? { name: brand.name, to: brandPath(brand.id) } : { name: 'Features', to: homePath }
  return [list, { name: product.name }]
}
