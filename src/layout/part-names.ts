export { Foot } from './Foot.tsx'
export { HeaderStart } from './HeaderStart.tsx'
export { SlimBar } from './SlimBar.tsx'
