import type { Page } from 'playwright-core'

/** Widths of a phone, a tablet, a desktop and a large desktop, in CSS pixels. */
export const everyWidth = [390, 768, 1280, 1920]

/** How far a page is scrolled, in CSS pixels; the last is its end. */
const positions = [0, 200, 450, 900, 1e6]

/**
 * Texts that are visible through each other, at several widths and scroll positions. A text that an opaque element covers, such
 * as a sticky bar or an open dropdown, is not visible.
 */
export async function overlappingTexts(page: Page, widths: readonly number[] = everyWidth): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const pair of await page.evaluate(overlaps, positions)) found.push(`${width} px, ${pair}`)
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  return found
}

/** Runs in the page. */
function overlaps(tops: number[]): string[] {
  interface Box {
    element: Element
    text: string
    left: number
    right: number
    top: number
    bottom: number
  }
  const found = new Map<string, string>()
  const style = document.createElement('style')
  // elements that let pointers through are found at a point too
  style.textContent = '*, ::before, ::after { pointer-events: auto !important; transition: none !important }'
  document.head.append(style)
  const alphaOf = (element: Element) => {
    const { backgroundColor: color, opacity } = getComputedStyle(element)
    const alpha = /(?:,|\/)\s*([\d.]+)\)$/.exec(color.startsWith('rgb(') ? color.replace(/^rgb\([^/]*\)$/, '') : color)
    return color === 'transparent' ? 0 : Number(alpha?.[1] ?? 1) * Number(opacity)
  }
  let shown: number | null = null
  for (const top of tops) {
    scrollTo({ top, behavior: 'instant' })
    // the end of a short page
    if (scrollY === shown) continue
    shown = scrollY
    const boxes: Box[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!
      const text = node.textContent!.trim()
      if (text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (/^(?:SCRIPT|STYLE|NOSCRIPT|OPTION|TEMPLATE)$/.test(element.tagName)) continue
      range.selectNodeContents(node)
      for (const { left, right, top: above, bottom } of range.getClientRects()) {
        const isInWindow = right > 0 && left < innerWidth && bottom > 0 && above < innerHeight
        if (isInWindow && right - left > 2 && bottom - above > 2)
          boxes.push({ element, text, left, right, top: above, bottom })
      }
    }
    boxes.sort((a, b) => a.top - b.top)
    for (const [at, a] of boxes.entries()) {
      for (const b of boxes.slice(at + 1)) {
        if (b.top >= a.bottom) break
        if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - b.top
        // the boxes of lines that follow closely overlap without their letters
        if (width <= 2 || height <= 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) continue
        const here = document.elementsFromPoint(
          (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2,
          (b.top + Math.min(a.bottom, b.bottom)) / 2,
        )
        const [first, second] = [here.indexOf(a.element), here.indexOf(b.element)]
        if (first < 0 || second < 0) continue // one of them is clipped, hidden or in a part that is not shown
        // the background of the lower text itself is below its letters, and that of the upper one above them
        const above = here.slice(0, Math.max(first, second))
        if (above.some(one => alphaOf(one) >= 0.9)) continue
        const [upper, lower] = first < second ? [a, b] : [b, a]
        const pair = `“${upper.text.slice(0, 40)}” over “${lower.text.slice(0, 40)}”`
        if (!found.has(pair)) found.set(pair, `scrolled by ${Math.round(scrollY)} px: ${pair}`)
      }
    }
  }
  style.remove()
  return [...found.values()]
}
