/**
 * Calls back once an element is near the view, above or below.
 *
 * @param margin - the pixels that count as near. By default less than the height of a card: what a shopper does in the first screen of a desktop, such
 *   as adding its first product, does not load the rows of the home page at the same time.
 * @returns ends the observation
 */
export function whenNear(element: Element, report: () => void, margin = 160): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.isIntersecting) return
      observer.disconnect()
      report()
    },
    { rootMargin: `${margin}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
