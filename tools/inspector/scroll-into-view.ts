const shift = (from: number, to: number, start: number, end: number, how: 'middle' | 'nearest') => {
  if (how === 'middle') return (start + end - from - to) / 2
  return start < from ? start - from : Math.max(0, end - to)
}

/**
 * Scrolls an element into view within its box. Unlike `scrollIntoView`, it does not scroll the page.
 *
 * @param how - `nearest` does not scroll if the element is in view
 */
export function showIn(box: Element | null | undefined, element: Element, how: 'middle' | 'nearest'): void {
  if (!box) return
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  box.scrollTop += shift(outer.top, outer.bottom, inner.top, inner.bottom, how)
  box.scrollLeft += shift(outer.left, outer.right, inner.left, inner.right, how)
}
