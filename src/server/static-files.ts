import { isLazy, pageNames, pageOf, pages, type PageName } from '#contract/paths'
import { createClient } from '../effects/client.ts'
import { loadPage } from '../start/pages.ts'
import { openBuilt } from './assets.ts'
import { documentOf } from './document.ts'
import { renderPage } from './render-page.tsx'
import { runFor } from './run.ts'

/** Milliseconds to wait for machines; those that wait for the gateway continue in the browser. */
const settling = 300

/** Pages whose whole content is in the code. */
const isComplete = (page: PageName): boolean => pages[page].isPublic === true && !pages[page].machine && isLazy(page)

const isFixed = (path: string): boolean => !/[:*]/.test(path)

/** The document of each file: a path of the shop, or null for the frame that fits every path. */
function documentPaths(): Record<string, string | null> {
  const files: Record<string, string | null> = {
    'index.html': null,
    '404.html': null,
    'frames/home.html': '/main/product-list/0',
  }
  for (const page of pageNames)
    for (const path of Object.keys(pages[page].paths)) {
      if (isFixed(path)) files[`${path.slice(1)}.html`] = path
      else if (path !== '*')
        files[`frames/${page}.html`] = path.replace(/:\w+$/, page === 'list' ? '1?by=category' : '1')
    }
  return files
}

/**
 * The rules for hosts that read `_redirects`, where a file has another name than its path. The home page comes first: the first
 * rule that matches is followed, even if the path has a file.
 */
function redirectRules(): string {
  const patterns = pageNames.flatMap(page =>
    Object.keys(pages[page].paths)
      .filter(path => path.includes(':'))
      .map(path => `${path.replace(/:\w+$/, '*')} /frames/${page} 200`),
  )
  return ['/main/product-list/0 /frames/home 200', ...patterns, ''].join('\n')
}

/**
 * The pages of a shop that is served without the gateway, by file name: one for each path, one for each kind of path with a number
 * (`frames/`), and one for all others (`index.html`, and `404.html` for hosts that know that name). They hold no data of the gateway:
 * the browser reads it.
 *
 * @param dist - the output of `vite build`
 * @throws any error of a machine or component
 */
export async function staticFiles(dist: string): Promise<Record<string, string>> {
  const { shell, assetsFor } = openBuilt(dist)
  await Promise.all(pageNames.filter(isComplete).map(loadPage))
  const call = createClient({
    base: '/v1',
    fetch: () => new Promise(() => {}),
    token: () => null,
    now: () => Date.now(),
    log: () => {},
  })
  const documentAt = (path: string | null): Promise<string> => {
    const [pathname = '', query] = path?.split('?') ?? []
    const page = path === null ? 'notFound' : pageOf(pathname)
    const isOpened = isComplete(page)
    const location =
      path === null ? null : { pathname, search: query ? `?${query}` : '', hash: '', state: null, key: 'default' }
    return runFor(location, isOpened, call, settling, ({ shop, served }) =>
      documentOf({
        ...assetsFor(page),
        ...renderPage(shop),
        shell,
        // the page of a path that is not known is rendered by the browser from the start, in one step
        served: path === null ? null : served,
        isFrame: !isOpened,
        hasSecret: page === 'reset',
        hint: 'This shop needs JavaScript.',
      }),
    )
  }
  const documents = Object.entries(documentPaths()).map(async ([file, path]) => [file, await documentAt(path)] as const)
  return { ...Object.fromEntries(await Promise.all(documents)), _redirects: redirectRules() }
}
