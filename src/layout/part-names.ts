export { StaticFooter } from './StaticFooter.tsx'
export { HeaderStart } from './HeaderStart.tsx'
export { SlimBar } from './SlimBar.tsx'
