import button from './Button.module.css'
import price from './Price.module.css'

/** Pixels kept between the focused element and a toast. sonner covers 11 px around each toast with an invisible pointer area. */
const gap = 14

/** Pixels between two expanded toasts. */
export const toastGap = 10

/** What a toast does not cover while there is another place: headings, names, prices, amounts and controls of the page. */
const kept = [
  'h1, h2, h3, h4, dl, button, input, select, textarea, [data-pinned], a:not(nav a, :has(img))',
  `.${button.button!}`,
  `.${price.price!}`,
]
  .map(one => `:is(header, main, footer) :is(${one})`)
  .join()

interface Span {
  /** Pixels from the top of the window. */
  top: number
  bottom: number
}

/**
 * Moves the toasts down from their resting place until they cover nothing that is to be seen or pressed; if there is no such place, to where
 * they cover the least. The header's open dropdown, or else the element that has keyboard focus, is never covered: the toasts go below it, or above
 * it if there is no room. Above a dropdown they would cover the header: they cover its end, but never a focused element: they leave the window instead.
 *
 * Sets `--toast-shift` on the region, which adds to its resting position. Toasts that are pointed at stay where they are, unless a dropdown opens.
 *
 * @param region - sonner's list of toasts: fixed, and as wide as they are
 */
export function avoidCovering(region: HTMLElement): void {
  const focused = region.ownerDocument.activeElement
  if (region.contains(focused)) return
  const dropdown = openDropdown()
  if (!dropdown && region.querySelector('[data-state="held"]')) return
  const { top, bottom } = restingBounds(region)
  const box = (dropdown ?? (focused?.matches(':focus-visible') ? focused : null))?.getBoundingClientRect()
  const { left } = region.getBoundingClientRect()
  const avoided = box && box.right >= left ? { top: box.top - gap, bottom: box.bottom + gap } : null
  const place = bestPlace({ top, bottom }, keptSpans(region), avoided)
  const above = box ? box.top - gap - bottom : 0
  // above a dropdown is the header with its button
  const shift = place === null ? (dropdown ? Math.max(0, innerHeight - bottom) : above) : place - top
  region.style.setProperty('--toast-shift', `${Math.round(shift)}px`)
}

/** Whether the toasts cover nothing of the page at their resting place. */
export function isRestingPlaceFree(region: HTMLElement): boolean {
  const resting = restingBounds(region)
  return keptSpans(region).every(span => overlap(span, resting) === 0)
}

/** The top of the place at or below the resting one where the least is covered, the nearest if several are equal; null if each covers what is avoided. */
function bestPlace({ top, bottom }: Span, spans: readonly Span[], avoided: Span | null): number | null {
  const height = bottom - top
  const all = avoided ? [...spans, avoided] : spans
  const tops = [top, ...all.flatMap(span => [span.bottom, span.top - height])]
  const places = tops
    .filter(one => one >= top && one + height <= innerHeight)
    .toSorted((a, b) => a - b)
    .map(one => ({ top: one, bottom: one + height }))
    .filter(one => avoided === null || overlap(one, avoided) === 0)
  const covered = (place: Span) => spans.reduce((sum, span) => sum + overlap(span, place), 0)
  const best = places.reduce<{ place: Span; cost: number } | null>((found, place) => {
    const cost = covered(place)
    return found === null || cost < found.cost ? { place, cost } : found
  }, null)
  return best?.place.top ?? null
}

/** Pixels by which two spans overlap; 0 if they only touch. */
const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** The visible elements of the page that are beside or behind the column of the toasts. */
function keptSpans(region: HTMLElement): Span[] {
  const { left, right } = region.getBoundingClientRect()
  return (
    [...region.ownerDocument.querySelectorAll(kept)]
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ box }) => box.width > 1 && box.right > left && box.left < right && box.bottom > 0 && box.top < innerHeight,
      )
      // last: it looks at all ancestors of an element, and most elements are elsewhere
      .filter(({ element }) => element.checkVisibility({ visibilityProperty: true }))
      .map(({ box }) => ({ top: Math.floor(box.top), bottom: Math.ceil(box.bottom) }))
  )
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

/** Top and bottom of the visible toasts without a shift, whatever is animated at the moment. */
function restingBounds(region: HTMLElement): Span {
  const toasts = [...region.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-visible="false"])')]
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + toastGap, -toastGap)
  return { top: region.offsetTop, bottom: region.offsetTop + Math.max(0, height) }
}
