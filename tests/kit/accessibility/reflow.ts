import type { Page } from 'playwright-core'
import { setStyleSheet } from './styles.ts'

/** Viewports and styles with little space, each from a WCAG criterion. */
const pinches = [
  // 1.4.4: text size 200%
  { name: 'text of 200 %', width: 1280, height: 900, css: 'html { font-size: 200% }' },
  // 1.4.10: 1280 × 1024 at 400% zoom; narrower and lower than a phone in landscape (1.3.4)
  { name: '400 %', width: 320, height: 256, css: '' },
  // 1.4.12
  {
    name: 'wide text',
    width: 320,
    height: 640,
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`,
  },
]

/** Runs in the page. */
const drawnTwice = () =>
  new Promise<true>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))

/**
 * Layout defects with little space: horizontal scrolling, truncated or overlapping text, bars that fill the viewport.
 */
export async function reflowDefects(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { name, width, height, css } of pinches) {
    // both at once, because each lays the page out
    await Promise.all([page.setViewportSize({ width, height }), setStyleSheet(page, css)])
    await page.evaluate(drawnTwice) // carousels react to the viewport size
    found.push(...(await page.evaluate(lost)).map(trouble => `${name}: ${trouble}`))
  }
  await setStyleSheet(page, '')
  return found
}

/** Runs in the page. */
function lost(): string[] {
  scrollTo(0, 0)
  const root = document.documentElement
  const found: string[] = []
  const sideways = root.scrollWidth - root.clientWidth
  if (sideways > 0) found.push(`${sideways} px sideways`)

  const bars = [...document.querySelectorAll<HTMLElement>('header, [data-pinned]')]
  const stuck = bars.filter(bar => ['sticky', 'fixed'].includes(getComputedStyle(bar).position))
  const covered = stuck.reduce((sum, bar) => sum + bar.offsetHeight, 0) / innerHeight
  if (covered > 0.5) found.push(`bars cover ${Math.round(covered * 100)} % of the window`)

  /** The edges of a box, as numbers: each read of a rectangle's property is a call into the browser. */
  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }
  const boxIn = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom })
  /** A rendered line of text. */
  interface Line {
    text: string
    owner: Element
    box: Box
  }
  const isShown = (one: Element) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest('[inert], [aria-hidden="true"], .vh, [data-live-announcer]') &&
    // visually hidden text
    ![one, one.parentElement!].some(it => getComputedStyle(it).clipPath === 'inset(50%)')
  const lines: Line[] = []
  const walker = document.createTreeWalker(
    document.querySelector('dialog[open]') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (walker.nextNode()) {
    const owner = walker.currentNode.parentElement!
    const text = walker.currentNode.textContent!.trim()
    if (text === '' || ['SCRIPT', 'STYLE', 'OPTION', 'TITLE'].includes(owner.tagName) || !isShown(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    for (const box of range.getClientRects())
      if (box.width > 1) lines.push({ text: text.slice(0, 40), owner, box: boxIn(box) })
  }

  const isOut = (box: Box, of: Box) =>
    box.left < of.left - 3 || box.right > of.right + 3 || box.top < of.top - 3 || box.bottom > of.bottom + 3
  const holders = 'button, summary, label, select, a[data-variant], nav a'
  const cut = new Set<Line>()
  const limits = new Map<Element, { scrolls: boolean; box: Box | null; hasEllipsis: boolean }>()
  /** What an element does with content that does not fit; kept, because most lines share their ancestors. */
  const limitOf = (one: Element) => {
    const known = limits.get(one)
    if (known) return known
    const { overflowX, overflowY, textOverflow } = getComputedStyle(one)
    const limit = {
      scrolls: overflowX === 'auto' || overflowY === 'auto',
      box: [overflowX, overflowY].some(value => value === 'hidden' || value === 'clip')
        ? boxIn(one.getBoundingClientRect())
        : null,
      hasEllipsis: textOverflow === 'ellipsis',
    }
    limits.set(one, limit)
    return limit
  }
  for (const line of lines) {
    const { text, owner, box } = line
    const holder = owner.closest(holders)
    const style = holder && getComputedStyle(holder)
    if (holder && style!.display !== 'inline' && isOut(box, holder.getBoundingClientRect()))
      found.push(`“${text}” grows out of its ${holder.tagName.toLowerCase()}`)
    for (let around: Element | null = owner; around && around !== document.body; around = around.parentElement) {
      const { scrolls, box: limit, hasEllipsis } = limitOf(around)
      if (scrolls) break
      if (limit === null || !isOut(box, limit)) continue
      cut.add(line)
      // an ellipsis shows that text is truncated, also if what is around it would cut the rest off
      if (hasEllipsis) break
      found.push(`“${text}” is cut off by ${around.className || around.tagName}`)
    }
  }

  const isOver = (one: Box, other: Box) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 4 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6
  // overlays
  const onPage = lines
    .filter(
      line =>
        !cut.has(line) &&
        !line.owner.closest(
          '[data-pinned], [data-sonner-toaster], a[href="#main"], body > * > * > header, div[role="status"]',
        ),
    )
    .toSorted((one, other) => one.box.top - other.box.top)
  for (const [at, one] of onPage.entries()) {
    for (let next = at + 1; next < onPage.length && onPage[next]!.box.top < one.box.bottom; next += 1) {
      const other = onPage[next]!
      if (other.owner !== one.owner && isOver(one.box, other.box)) found.push(`“${one.text}” lies upon “${other.text}”`)
    }
  }
  return [...new Set(found)]
}
