/** How large diagrams are drawn, where 1 is as `npm run flows` draws them; `fit`: all of it in sight. */
export type Zoom = number | 'fit'

const [least, most] = [0.4, 2]

/** One step larger or smaller; what fits becomes as large as it is drawn, and never smaller. */
export function zoomed(zoom: Zoom, by: 1 | -1): Zoom {
  if (zoom === 'fit') return by > 0 ? 1 : 'fit'
  return Math.min(most, Math.max(least, Math.round(zoom * 10 + by) / 10))
}

/** All of it, or back to how it is drawn. */
export const fitted = (zoom: Zoom): Zoom => (zoom === 'fit' ? 1 : 'fit')
