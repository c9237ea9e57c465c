/** The scale of a diagram, 1 for its original size; `fit` shows the whole diagram. */
export type Zoom = number | 'fit'

const [least, most] = [0.4, 2]

/** One zoom step. From `fit`, zooming in goes to the original size. */
export function zoomed(zoom: Zoom, by: 1 | -1): Zoom {
  if (zoom === 'fit') return by > 0 ? 1 : 'fit'
  return Math.min(most, Math.max(least, Math.round(zoom * 10 + by) / 10))
}

/** Toggles between `fit` and the original size. */
export const fitted = (zoom: Zoom): Zoom => (zoom === 'fit' ? 1 : 'fit')
