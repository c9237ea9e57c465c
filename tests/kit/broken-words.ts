import type { Page } from 'playwright-core'

/** In characters. Longer words may be broken: email addresses, and what shoppers type. */
const longestWhole = 12

/** Amounts, and words of at most 12 letters, that are broken over two lines without a hyphen, at several widths. */
export async function brokenWords(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const word of await page.evaluate(broken, longestWhole)) found.push(`${width} px, ${word}`)
  }
  return found
}

/** Runs in the page. Hidden from screen readers is not hidden from sight: the count at the cart's icon is. */
function broken(longest: number): string[] {
  const found: string[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|OPTION|TEMPLATE|TEXTAREA)$/.test(element.tagName)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // visually hidden text
    if (element.closest('.vh, [data-live-announcer]') || element.getBoundingClientRect().width < 2) continue
    for (const { 0: word, index } of node.textContent!.matchAll(/[$\p{Script=Latin}\p{N}.,’']+/gu)) {
      if (word.length < 2 || word.length > longest) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      )
      if (lines.size > 1) found.push(`“${word}” in “${node.textContent!.trim().slice(0, 40)}”`)
    }
  }
  return found
}
