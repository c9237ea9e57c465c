import type { Page } from 'playwright-core'

/** Texts that reach beyond the window, unless they are in a row that slides. Empty if the page is as wide as its window. */
export async function wideTexts(page: Page, widths: readonly number[] = [320, 390]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    for (const text of await page.evaluate(textsBeyond)) found.push(`${width} px: ${text}`)
  }
  return found
}

/** Runs in the page. */
function textsBeyond(): string[] {
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
      getComputedStyle(element).clipPath !== 'none' ||
      isClipped(element.parentElement))
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!
    if (node.textContent!.trim() === '' || !element.checkVisibility() || isClipped(element)) continue
    range.selectNodeContents(node)
    const right = Math.max(...[...range.getClientRects()].map(box => box.right))
    if (right > innerWidth + 1) found.push(`“${node.textContent!.trim().slice(0, 30)}” to ${Math.round(right)} px`)
  }
  return found
}
