/** Milliseconds without input after which the shopper is reading what is in view. */
export const readingAfter = 1_000

/** Milliseconds for which the pointer rests on a link before its product is requested. */
export const restingAfter = 100

/** Products requested per view: on a phone, what two rows show. */
export const maxInView = 4

/**
 * Requests products that the shopper probably opens next: where there is hover, the one under the resting pointer; otherwise the
 * first ones in view, once the shopper reads.
 *
 * @param prefetch - called with the link of a product page; requests that were made lately are not repeated
 */
export function prefetchLikely(
  window: Window,
  prefetch: (to: Pick<HTMLAnchorElement, 'pathname' | 'search'>) => void,
): void {
  // cards then have their button
  prefetch({ pathname: '/main/favourites', search: '' })
  if (window.matchMedia('(hover: hover)').matches) prefetchHovered(window, prefetch)
  else prefetchInView(window, prefetch)
}

const links = 'main article :is(h2, h3) > a'

function prefetchHovered(window: Window, prefetch: (to: HTMLAnchorElement) => void): void {
  let resting = 0
  window.document.addEventListener(
    'pointerover',
    ({ target }) => {
      window.clearTimeout(resting)
      const link = (target as Element).closest<HTMLAnchorElement>(links)
      if (link) resting = window.setTimeout(() => prefetch(link), restingAfter)
    },
    { passive: true },
  )
}

function prefetchInView(window: Window, prefetch: (to: HTMLAnchorElement) => void): void {
  const { document } = window
  const isInView = (link: Element) => {
    const { top, bottom } = link.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  }
  const prefetchVisible = () => {
    const inView = [...document.querySelectorAll<HTMLAnchorElement>(links)].filter(isInView)
    for (const link of inView.slice(0, maxInView)) prefetch(link)
  }
  let reading = 0
  const wait = () => {
    window.clearTimeout(reading)
    reading = window.setTimeout(prefetchVisible, readingAfter)
  }
  // the last three can show another page
  for (const type of ['scroll', 'click', 'popstate', 'pageshow'])
    window.addEventListener(type, wait, { passive: true, capture: true })
  wait()
}
