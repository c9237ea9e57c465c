import { listAddress, filterIn, pageOf, viewIn, type Location, type PageName } from '#machines/location'
import { createClient, type Client } from '../effects/client.ts'
import { openBuilt, type Assets } from './assets.ts'
import { documentOf, scriptHashes } from './document.ts'
import { draw } from './draw.tsx'
import { runFor, type Rest } from './run.ts'

export { scriptHashes }

/** A page for a visitor. */
export interface Page {
  status: 200 | 404
  html: string
  /** The same for everybody for some seconds: it is whole, and nothing in it is anybody's own. */
  isKeepable: boolean
}

/** Draws pages. */
export interface Renderer {
  /**
   * The one name of all addresses that show the same; null for pages that only their shopper's browser can draw.
   *
   * @param url - path and query
   */
  keyOf(url: string): string | null
  /** @throws what charts and components throw: the browser then begins by itself */
  render(key: string): Promise<Page>
}

/** Pages that hold what is the shopper's alone. */
const ownPages: readonly PageName[] = ['cart', 'checkout']

function locationIn(url: string): Location {
  const [pathname = '/', query] = url.split('?', 2)
  return {
    pathname: pathname.replace(/(.)\/+$/, '$1'),
    search: query ? `?${query}` : '',
    hash: '',
    state: null,
    key: 'default',
  }
}

/** Whether something stands at the address. */
function isFound(page: PageName, { catalogue, listing, product, isWhole }: Rest): boolean {
  if (page === 'lost') return false
  if (product?.refusal?.status === 404) return false
  if (!isWhole || listing === null || listing.products === null || listing.products.length > 0) return true
  const { categories, brands, topBrands } = catalogue
  const { criteria, categoryId, brandId } = listing.filter
  const shelves = categories.flatMap(({ id, children }) => [id, ...children.map(child => child.id)])
  if (criteria === 'category') return shelves.length === 0 || shelves.includes(categoryId)
  if (criteria === 'brand') return [...brands, ...topBrands].some(({ id }) => id === brandId)
  return true
}

/** What a renderer needs of the place it runs in. */
export interface Place {
  /** Calls the gateway, as `fetch` does. */
  fetch: typeof fetch
  /** The document without what loads the shop, and what a page loads. */
  shell(url: string): string | Promise<string>
  assetsFor(page: PageName): Assets | Promise<Assets>
  /** Milliseconds that a page waits for the gateway before it goes on in the browser; 300 unless told. */
  patience?: number
  log(...words: unknown[]): void
}

/** A renderer on a shop that `vite build` wrote into a folder. */
export function createRenderer(dist: string, place: Pick<Place, 'fetch' | 'log' | 'patience'>): Renderer {
  const { shell, assetsFor } = openBuilt(dist)
  return rendererOn({ ...place, shell: () => shell, assetsFor })
}

/** A renderer on whatever gives it documents and files. */
export function rendererOn({ fetch, log, shell, assetsFor, patience = 300 }: Place): Renderer {
  const call: Client = createClient({ base: '/v1', fetch, token: () => null, now: () => Date.now(), log })
  return {
    keyOf(url) {
      const location = locationIn(url)
      const page = pageOf(location.pathname)
      if (ownPages.includes(page)) return null
      return page === 'list' ? listAddress(filterIn(location), viewIn(location.search)) : location.pathname
    },
    async render(key) {
      const location = locationIn(key)
      const page = pageOf(location.pathname)
      const [drawn, assets, document] = await Promise.all([
        runFor(location, call, patience, rest => ({
          ...draw(rest.shop),
          served: rest.served,
          isKeepable: rest.isWhole,
          status: isFound(page, rest) ? (200 as const) : (404 as const),
        })),
        assetsFor(page),
        shell(key),
      ])
      const { status, isKeepable, ...parts } = drawn
      return { status, isKeepable, html: documentOf({ ...assets, ...parts, shell: document }) }
    },
  }
}
