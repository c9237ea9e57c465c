import { setTimeout } from 'node:timers/promises'
import { filterIn, listPath, viewIn, type ListView, type ProductFilter } from '#contract/list-paths'
import { pageNames, pageOf, pages, trimSlashes, type PageName } from '#contract/paths'
import type { Location } from '#contract/location'
import { pageCount, type Listing } from '#machines/catalogue/list'
import type { Renderer } from '#contract/renderer'
import { loadListParts } from '../catalogue/load-list-parts.ts'
import { createClient, requireSuccess, type Client } from '../effects/client.ts'
import { openingHoursRoutes } from '#contract/opening-hours'
import { hoursAttribute, knownOpeningHours, setOpeningHours } from '../store/opening-hours.ts'
import { loadPage } from '../start/pages.ts'
import { openBuilt, type Assets } from './assets.ts'
import { documentOf, scriptHashes } from './document.ts'
import { renderPage } from './render-page.tsx'
import { factsOf } from './facts.ts'
import { headFor } from './head.ts'
import { runFor } from './run.ts'
import { staticFiles } from './static-files.ts'

export { scriptHashes, staticFiles }

/** Pages that the server renders whole: public ones. Their code is loaded before the first request. */
const isRendered = (page: PageName): boolean => pages[page].isPublic === true

function locationIn(url: string): Location {
  const [pathname = '/', query] = url.split('?', 2)
  return {
    pathname: trimSlashes(pathname) || '/',
    search: query ? `?${query}` : '',
    hash: '',
    state: null,
    key: 'default',
  }
}

/** Lists whose last page is remembered, the most recent ones. */
const maxLists = 1_000

/** What a renderer needs from its environment. */
export interface RendererEnvironment {
  /** Calls the gateway, as `fetch` does. */
  fetch: typeof fetch
  /** The shop's public origin, such as `https://shop.example.com`, without a slash at the end. */
  origin: string
  /** The document without scripts and styles, and the files of each page. */
  shell(url: string): string | Promise<string>
  /** @param hasListParts - the document has the parts of lists that the home page does not have */
  assetsFor(page: PageName, hasListParts: boolean): Assets | Promise<Assets>
  /** Milliseconds that rendering waits for the gateway before the browser continues; default 300. */
  dataTimeout?: number
  log(...words: unknown[]): void
}

const shownHours = (): string | null => {
  const hours = knownOpeningHours()
  return hours === null ? null : hoursAttribute(hours)
}

/** A renderer for a shop that `vite build` wrote into a folder. */
export function createRenderer(
  dist: string,
  environment: Pick<RendererEnvironment, 'fetch' | 'origin' | 'log' | 'dataTimeout'>,
): Renderer {
  const { shell, assetsFor } = openBuilt(dist)
  return rendererOn({ ...environment, shell: () => shell, assetsFor })
}

/** A renderer for any source of documents and files. */
export function rendererOn({ fetch, origin, log, shell, assetsFor, dataTimeout = 300 }: RendererEnvironment): Renderer {
  const ready = Promise.all([...pageNames.filter(isRendered).map(loadPage), loadListParts()])
  ready.catch(() => {}) // each request reports the error itself
  const call: Client = createClient({ base: '/v1', fetch, token: () => null, now: () => Date.now(), log })
  /** The last page of each list, by the path of its first one. A list beyond its last page shows the last one: they share a key. */
  const lastPages = new Map<string, number>()
  const firstPage = (filter: ProductFilter, { filters }: ListView) => listPath(filter, { filters })
  const storeLastPage = ({ filter, view, total }: Listing) => {
    if (total === null) return
    const path = firstPage(filter, view)
    lastPages.delete(path)
    lastPages.set(path, pageCount(total))
    if (lastPages.size > maxLists) lastPages.delete(lastPages.keys().next().value!)
  }
  const listKey = (location: Location): string => {
    const [filter, view] = [filterIn(location), viewIn(location.search)]
    return listPath(filter, { ...view, page: Math.min(view.page, lastPages.get(firstPage(filter, view)) ?? view.page) })
  }
  /** Reads the opening hours; without an answer in time pages show those that were read last. */
  const readHours = async () => {
    const reading = requireSuccess(call(openingHoursRoutes.openingHours)).then(
      ({ listData }) => setOpeningHours(listData),
      () => {},
    )
    await Promise.race([reading, setTimeout(dataTimeout, null, { ref: false })])
  }
  return {
    keyOf(url) {
      const location = locationIn(url)
      const page = pageOf(location.pathname)
      return page === 'list' ? listKey(location) : location.pathname
    },
    async render(key) {
      const location = locationIn(key)
      const page = pageOf(location.pathname)
      await ready
      await readHours()
      const [rendered, document] = await Promise.all([
        runFor(location, isRendered(page), call, dataTimeout, settled => {
          if (settled.listing !== null) storeLastPage(settled.listing)
          const facts = factsOf(location, settled)
          const { head, body } = renderPage(settled.shop)
          return {
            hours: shownHours(),
            head: head + headFor(facts, origin),
            body,
            served: settled.served,
            isCacheable: settled.isWhole,
            status: facts.found ? (200 as const) : (404 as const),
          }
        }),
        shell(key),
      ])
      const assets = await assetsFor(page, rendered.body.includes('data-parts'))
      const { status, isCacheable, ...parts } = rendered
      return {
        status,
        isCacheable,
        html: documentOf({
          ...assets,
          ...parts,
          shell: document,
          isFrame: !isRendered(page),
          hasSecret: page === 'reset',
        }),
      }
    },
  }
}
