/**
 * Calls back once an element is near the view: about half a screen of a phone above or below.
 *
 * @returns ends the observation
 */
export function whenNear(element: Element, report: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.isIntersecting) return
      observer.disconnect()
      report()
    },
    { rootMargin: '400px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
