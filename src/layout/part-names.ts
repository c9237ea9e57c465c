export { Foot } from './Foot.tsx'
export { SlimBar } from './SlimBar.tsx'
export { Wordmark } from '../store/Wordmark.tsx'
