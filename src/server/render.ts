import { filterIn, listPath, viewIn } from '#contract/list-paths'
import { pageNames, pageOf, pages, type PageName } from '#contract/paths'
import type { Location } from '#contract/location'
import type { Renderer } from '#contract/renderer'
import { createClient, type Client } from '../effects/client.ts'
import { loadPage } from '../start/pages.ts'
import { openBuilt, type Assets } from './assets.ts'
import { documentOf, scriptHashes } from './document.ts'
import { draw } from './draw.tsx'
import { factsOf } from './facts.ts'
import { headFor } from './head.ts'
import { runFor } from './run.ts'

export { scriptHashes }

/** Pages that the server renders: public ones. Their code is loaded before the first request. */
const isRendered = (page: PageName): boolean => pages[page].isPublic === true

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

/** What a renderer needs from its environment. */
export interface Place {
  /** Calls the gateway, as `fetch` does. */
  fetch: typeof fetch
  /** The shop's public origin, such as `https://shop.example.com`, without a slash at the end. */
  origin: string
  /** The document without scripts and styles, and the files of each page. */
  shell(url: string): string | Promise<string>
  assetsFor(page: PageName): Assets | Promise<Assets>
  /** Milliseconds that rendering waits for the gateway before the browser continues; default 300. */
  patience?: number
  log(...words: unknown[]): void
}

/** A renderer for a shop that `vite build` wrote into a folder. */
export function createRenderer(dist: string, place: Pick<Place, 'fetch' | 'origin' | 'log' | 'patience'>): Renderer {
  const { shell, assetsFor } = openBuilt(dist)
  return rendererOn({ ...place, shell: () => shell, assetsFor })
}

/** A renderer for any source of documents and files. */
export function rendererOn({ fetch, origin, log, shell, assetsFor, patience = 300 }: Place): Renderer {
  const ready = Promise.all(pageNames.filter(isRendered).map(loadPage))
  ready.catch(() => {}) // each request reports the error itself
  const call: Client = createClient({ base: '/v1', fetch, token: () => null, now: () => Date.now(), log })
  return {
    keyOf(url) {
      const location = locationIn(url)
      const page = pageOf(location.pathname)
      if (!isRendered(page)) return null
      return page === 'list' ? listPath(filterIn(location), viewIn(location.search)) : location.pathname
    },
    async render(key) {
      const location = locationIn(key)
      const page = pageOf(location.pathname)
      await ready
      const [drawn, assets, document] = await Promise.all([
        runFor(location, call, patience, rest => {
          const facts = factsOf(location, rest)
          const { head, body } = draw(rest.shop)
          return {
            head: head + headFor(facts, origin),
            body,
            served: rest.served,
            isCacheable: rest.isWhole,
            status: facts.found ? (200 as const) : (404 as const),
          }
        }),
        assetsFor(page),
        shell(key),
      ])
      const { status, isCacheable, ...parts } = drawn
      return { status, isCacheable, html: documentOf({ ...assets, ...parts, shell: document }) }
    },
  }
}
