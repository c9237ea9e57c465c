import { routes } from '#contract/routes'
import type { Banner, Brand, Category, Product } from '#contract/product'

/** The gateway's data for the home page, the same for the shop and for the floor page. */
export interface Content {
  categories: Category[]
  brands: Brand[]
  banners: Banner[]
  products: Product[]
  /** The URL of the headings' font. */
  font: string
}

/** Reads the home page's data from the gateway. */
export async function readContent(shopUrl: string, font: string): Promise<Content> {
  const listed = async <Item>(path: string, body?: object): Promise<Item[]> => {
    const sent = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(`${shopUrl}/v1${path}`, sent)
    return ((await response.json()) as { listData: Item[] }).listData
  }
  return {
    categories: await listed(routes.categoryMenu.path),
    brands: await listed(routes.topBrands.path),
    banners: await listed(routes.banners.path),
    products: await listed(routes.products.path, { criteria: 'features', brand_id: 0, category_id: 0 }),
    font,
  }
}
