/** Pixels kept between the focused element and a toast. sonner covers 11 px around each toast with an invisible pointer area. */
const gap = 14

/**
 * Moves the toasts out of the way of the element that has keyboard focus: below it, or above it if there is no room.
 *
 * Sets `--toast-shift` on the region, which adds to its resting position.
 *
 * @param region - sonner's list of toasts: fixed, and as wide as they are
 */
export function avoidFocus(region: HTMLElement): void {
  const { top, bottom } = restingBounds(region)
  const focused = region.ownerDocument.activeElement
  if (region.contains(focused)) return
  const box = focused?.matches(':focus-visible') ? focused.getBoundingClientRect() : null
  const { left } = region.getBoundingClientRect()
  const isClear = box === null || box.right < left || box.bottom < top || box.top > bottom
  const [below, above] = box === null ? [0, 0] : [box.bottom + gap - top, box.top - gap - bottom]
  const shift = isClear ? 0 : bottom + below <= innerHeight ? below : above
  region.style.setProperty('--toast-shift', `${Math.round(shift)}px`)
}

/** Top and bottom of the expanded toasts without a shift, whatever is animated at the moment. */
function restingBounds(region: HTMLElement) {
  const toasts = [...region.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-visible="false"])')]
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + gap, 0)
  return { top: region.offsetTop, bottom: region.offsetTop + height }
}
