import type { Page } from 'playwright-core'
import { findKnownParts } from './known-parts.ts'

/** The minimum touch target in CSS pixels; axe checks the minimum for pointers, 24 (WCAG 2.5.8). */
const finger = 44

/**
 * Controls on a phone that are smaller than a touch target. Parts that pages share are left out if this worker has checked them with
 * the same content; see `findKnownParts`.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const skipped = await findKnownParts(page, 'targets')
  const found = await page.evaluate(small, { finger, skipped })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await session.detach()
  return found
}

/**
 * Runs in the page. Measures the area around a control's centre that receives its clicks, including its label and
 * padding.
 */
function small({ finger, skipped }: { finger: number; skipped: number[] }): string[] {
  const { sharedParts } = window as unknown as { sharedParts: Element[] }
  const known = skipped.map(at => sharedParts[at]!)
  const controls = 'a[href], button, select, textarea, summary, input:not([type="hidden"])'
  const messages = '[data-sonner-toaster]' // toasts disappear; elements below them are measured without them
  const place = document.querySelector('dialog[open]') ?? document
  const nameOf = (one: Element) => one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.tagName)
  /** A link within a sentence is as high as its line. */
  const isInline = (one: Element) =>
    one.tagName === 'A' &&
    getComputedStyle(one).display === 'inline' &&
    [...one.parentElement!.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  const found: string[] = []
  for (const control of place.querySelectorAll<HTMLElement>(controls)) {
    if (known.some(part => part.contains(control))) continue
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert], .vh') || isInline(control))
      continue
    const whole = control.closest('label') ?? control
    const size = whole.getBoundingClientRect()
    if ((size.width >= finger && size.height >= finger) || size.width < 2) continue
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = whole.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isMessage = control.closest(messages) !== null
    const takes = (left: number, top: number) => {
      const hit = document.elementsFromPoint(left, top).find(one => isMessage || !one.closest(messages))
      return hit !== undefined && (whole.contains(hit) || hit.closest('label')?.contains(control) === true)
    }
    if (!takes(x, y)) continue // covered by another element; a focused control never is
    /** How far the area reaches, up to a distance. */
    const reach = (dx: number, dy: number, most: number) => {
      let far = 0
      while (far < most && takes(x + dx * (far + 1), y + dy * (far + 1))) far += 1
      return far
    }
    const [left, above] = [reach(-1, 0, finger), reach(0, -1, finger)]
    // the other side must only make up the rest
    const width = left + reach(1, 0, finger - left) + 1
    const height = above + reach(0, 1, finger - above) + 1
    if (width < finger - 1 || height < finger - 1)
      found.push(`${nameOf(control).slice(0, 40)}: ${width} x ${height} px`)
  }
  scrollTo(0, 0)
  return [...new Set(found)]
}
