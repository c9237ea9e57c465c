import type { Page } from 'playwright-core'
import { findKnownParts } from './known-parts.ts'

const windows = [
  { width: 390, height: 600 },
  { width: 1280, height: 700 },
]

/**
 * Elements whose keyboard focus is not visible, with Tab and Shift+Tab, on a phone and a desktop. Parts that pages share are left out
 * if this worker has checked them with the same content; see `findKnownParts`.
 */
export async function hiddenFocusIn(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift') // switches the browser to keyboard focus
  const found: string[] = []
  for (const size of windows) {
    await page.setViewportSize(size)
    // on a busy machine the layout has its new size before the window in which points are looked up
    await page.waitForFunction(() => document.elementFromPoint(innerWidth - 1, innerHeight - 1) !== null)
    const skipped = await findKnownParts(page, `focus ${size.width}`)
    found.push(...(await page.evaluate(hidden, skipped)).map(trouble => `${size.width} x ${size.height}: ${trouble}`))
  }
  return found
}

/** Runs in the page as one task, so that nothing renders between two focus changes. */
function hidden(skipped: number[]): string[] {
  const { sharedParts } = window as unknown as { sharedParts: Element[] }
  const known = skipped.map(at => sharedParts[at]!)
  const controls = 'a[href], button:enabled, select:enabled, textarea:enabled, summary, input:enabled, [tabindex="0"]'
  // a dropdown, and the list of the search field, close when they lose the focus
  const dropdown =
    document.querySelector('header [aria-expanded="true"] + section')?.parentElement ??
    document.querySelector('header [role="combobox"][aria-expanded="true"]')?.closest('form')
  const place = document.querySelector('dialog[open]') ?? dropdown ?? document
  const all = [...place.querySelectorAll<HTMLElement>(controls)].filter(
    one =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest('[inert]') &&
      one.tabIndex >= 0 &&
      !known.some(part => part.contains(one)),
  )
  const found = new Set<string>()
  const colours = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const pixels = new Map<string, Uint8ClampedArray>() // cached, because reading a pixel is slow
  const rgba = (colour: string) => {
    const found = pixels.get(colour)
    if (found) return found
    colours.clearRect(0, 0, 1, 1)
    colours.fillStyle = colour
    colours.fillRect(0, 0, 1, 1)
    const { data } = colours.getImageData(0, 0, 1, 1)
    pixels.set(colour, data)
    return data
  }
  const luminance = (colour: string) => {
    const [red, green, blue] = [...rgba(colour)].map(part =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const ratio = (one: string, other: string) => {
    const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  }
  const groundOf = (from: Element | null): string => {
    for (let one = from; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one)
      if (rgba(backgroundColor)[3]! > 150) return backgroundColor
    }
    return getComputedStyle(document.documentElement).backgroundColor
  }
  /** An ancestor or a substitute element can draw the focus ring. */
  const ringOf = (one: HTMLElement) =>
    [
      one.matches('label input') ? one.nextElementSibling : null,
      one,
      one.parentElement,
      one.parentElement?.parentElement,
      one.closest('label'),
    ].find(it => {
      if (!it) return false
      const { outlineStyle, outlineWidth, boxShadow, opacity } = getComputedStyle(it)
      return (
        opacity !== '0' &&
        ((outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || /0px 0px 0px [2-9]px/.test(boxShadow))
      )
    })
  const look = (one: HTMLElement) => {
    one.focus()
    if (document.activeElement !== one) return
    const name = (
      one.getAttribute('aria-label') ??
      (one.textContent?.trim() || one.getAttribute('name') || one.tagName)
    ).slice(0, 40)
    const ring = ringOf(one)
    if (!ring) return void found.add(`${name}: no ring`)
    const { outlineStyle, outlineColor, outlineOffset } = getComputedStyle(ring)
    const ground = groundOf(parseFloat(outlineOffset) < 0 ? ring : ring.parentElement)
    if (outlineStyle !== 'none' && ratio(outlineColor, ground) < 3)
      found.add(`${name}: its ring is faint, ${outlineColor} on ${ground}`)
    const { left, right, top, bottom } = ring.getBoundingClientRect()
    const points = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ].map(([x, y]) => [left + (right - left) * x!, top + (bottom - top) * y!] as const)
    const seen = points.filter(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      const cover = hit?.closest(
        'header, [data-pinned], [data-sonner-toast], [class*="_button_"][aria-label="Scroll to top"]',
      )
      return hit !== null && (!cover || cover.contains(ring) || ring.contains(cover))
    })
    const isHigh = bottom - top > innerHeight / 2
    if (seen.length < (isHigh ? 1 : points.length))
      found.add(
        `${name}: ${points.length - seen.length} of ${points.length} points are hidden: ${[left, top, right, bottom].map(Math.round)} ${points.map(([x, y]) => document.elementFromPoint(x, y)?.closest('header, [data-pinned], li, section')?.className)}`,
      )
  }
  all.forEach(look)
  all.toReversed().forEach(look)
  return [...found]
}
