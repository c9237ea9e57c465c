/** Pixels kept between the focused element and a toast. sonner covers 11 px around each toast with an invisible pointer area. */
const gap = 14

/**
 * Moves the toasts out of the way of the header's open dropdown, or else of the element that has keyboard focus: below it, or above it
 * if there is no room. Above a dropdown they would cover the header: they cover its end, but never a focused element: they leave the window instead.
 *
 * Sets `--toast-shift` on the region, which adds to its resting position.
 *
 * @param region - sonner's list of toasts: fixed, and as wide as they are
 */
export function avoidCovering(region: HTMLElement): void {
  const { top, bottom } = restingBounds(region)
  const focused = region.ownerDocument.activeElement
  if (region.contains(focused)) return
  const dropdown = openDropdown()
  const box = (dropdown ?? (focused?.matches(':focus-visible') ? focused : null))?.getBoundingClientRect()
  const { left } = region.getBoundingClientRect()
  const isClear = !box || box.right < left || box.bottom < top || box.top > bottom
  const [below, above] = box ? [box.bottom + gap - top, box.top - gap - bottom] : [0, 0]
  // above a dropdown is the header with its button
  const other = dropdown ? Math.max(0, innerHeight - bottom) : above
  const shift = isClear ? 0 : bottom + below <= innerHeight ? below : other
  region.style.setProperty('--toast-shift', `${Math.round(shift)}px`)
}

/** Calls back when a dropdown of the header opens, closes or changes its size: its content may be loaded after it is opened. */
export function watchDropdowns(changed: () => void): void {
  const sizes = new ResizeObserver(changed)
  const watch = () => {
    sizes.disconnect()
    const dropdown = openDropdown()
    if (dropdown) sizes.observe(dropdown)
    else changed()
  }
  new MutationObserver(watch).observe(document.body, { subtree: true, attributeFilter: ['aria-expanded'] })
  watch()
}

const openDropdown = () => document.querySelector('header [aria-expanded="true"] + section')

/** Top and bottom of the expanded toasts without a shift, whatever is animated at the moment. */
function restingBounds(region: HTMLElement) {
  const toasts = [...region.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-visible="false"])')]
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + gap, 0)
  return { top: region.offsetTop, bottom: region.offsetTop + height }
}
