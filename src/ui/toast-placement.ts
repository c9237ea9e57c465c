/** Pixels between what has the focus and a message: sonner puts 11 unseen ones over each, which take the pointer. */
const gap = 14

/**
 * Messages give way to what the keyboard has come to: the region stands below it, or above it where there is no room.
 * The region says where it stands by itself through `offsetTop`; `--toast-shift` is added to that.
 *
 * @param region - holds the messages; fixed, and as wide as they are
 */
export function avoidFocus(region: HTMLElement): void {
  const { top, bottom } = placeOf(region)
  const focused = region.ownerDocument.activeElement
  if (region.contains(focused)) return
  const box = focused?.matches(':focus-visible') ? focused.getBoundingClientRect() : null
  const { left } = region.getBoundingClientRect()
  const isFree = box === null || box.right < left || box.bottom < top || box.top > bottom
  const [below, above] = box === null ? [0, 0] : [box.bottom + gap - top, box.top - gap - bottom]
  const way = isFree ? 0 : bottom + below <= innerHeight ? below : above
  region.style.setProperty('--toast-shift', `${Math.round(way)}px`)
}

/** Where the messages stand while they give way to nothing, spread out, whatever moves at the moment. */
function placeOf(region: HTMLElement) {
  const messages = [...region.querySelectorAll<HTMLElement>('[data-sonner-toast]')]
  const height = messages.reduce((sum, message) => sum + message.offsetHeight + gap, 0)
  return { top: region.offsetTop, bottom: region.offsetTop + height }
}
