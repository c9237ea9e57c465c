/* One chunk, which the browser loads only if the server has not rendered these components. */

export { StaticFooter } from './StaticFooter.tsx'
export { HeaderStart } from './HeaderStart.tsx'
export { SlimBar } from './SlimBar.tsx'
