import { staticPart } from '../ui/static-part.tsx'

/* Parts of the layout that the server renders: their components are in static-components.ts. */

const loadComponents = () => import('./static-components.ts')

export const SlimBar = staticPart('slim-bar', async () => (await loadComponents()).SlimBar)
export const HeaderStart = staticPart('head', async () => (await loadComponents()).HeaderStart)
/** The server's styles of everything below the header, which is painted before the browser has read them. */
export const LaterStyles = staticPart('styles', async () => () => null)
/** The server's rendering of a page whose data only the browser has: src/server/PageShell.tsx. */
export const PageShell = staticPart('shell', async () => () => null)
export const StaticFooter = staticPart('foot', async () => (await loadComponents()).StaticFooter)
