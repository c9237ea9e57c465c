import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { findKnownParts, openDialogs } from './known-parts.ts'
import { setStyleSheet } from './styles.ts'

const source = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** All axe rules for WCAG 2.2 AA. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules whose result depends on colours. Only these run again in dark mode. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** An axe violation. */
interface Violation {
  id: string
  nodes: { target: unknown[]; failureSummary: string | undefined }[]
}

interface Rule {
  id: string
  matches: (element: Element, ...more: unknown[]) => boolean
}

interface Axe {
  run: (context: object, options: object) => Promise<AxeResults>
  /** Not a part of its documented API: what `configure` changes. */
  _audit: { rules: Rule[] }
}

/** State kept in the page between runs of axe. */
interface Examined {
  axe: Axe
  sharedParts: Element[]
  /** Elements whose text the colour rules leave out in a run. */
  withoutColours: Set<Element>
  /** Elements whose contrast axe could not determine, with the hashes of their appearance. */
  unclear: WeakMap<Element, Set<number>>
  /** Hashes of text appearances already checked in this or an earlier document. */
  looks: Set<number>
}

/** Hashes of text appearances checked by this worker. */
const examined = new Set<number>()

const schemes = ['light', 'dark'] as const

/** Unpins sticky bars: the content they cover can be scrolled into view. */
export const unpinned = '[data-pinned] { position: static !important }'

/** Runs axe in light and dark mode at each width. */
export async function axeViolations(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  await setStyleSheet(page, unpinned)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await axeViolationsIn(page, width, colorScheme)))
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await setStyleSheet(page, '')
  return found
}

/**
 * Runs axe at the current viewport width and colour scheme.
 *
 * - In light mode it runs every rule, in dark mode the colour rules.
 * - Parts that pages share are skipped if this worker has checked them with the same content at this width; see `findKnownParts`.
 * - Colour rules skip texts whose appearance was checked before; see `lookOf`.
 */
export async function axeViolationsIn(page: Page, width: number, scheme: (typeof schemes)[number]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source)
    await page.evaluate(prepare, { looks: [...examined], colourRules })
  }
  const isLight = scheme === 'light'
  const skipped = isLight ? await findKnownParts(page, `axe ${width}`, openDialogs) : []
  const options = { everyRule: isLight ? everyRule : [], colourRules, skipped }
  const { violations, looks } = await page.evaluate(examine, options)
  for (const look of looks) examined.add(look)
  return inShort(violations).map(violation => `${width} px, ${scheme}: ${violation}`)
}

/** Runs in the page, once in each document. */
function prepare({ looks, colourRules }: { looks: number[]; colourRules: string[] }) {
  const withoutColours = new Set<Element>()
  const shop = Object.assign(window, { withoutColours, unclear: new WeakMap(), looks: new Set(looks) })
  for (const rule of (shop as unknown as Examined).axe._audit.rules) {
    if (!colourRules.includes(rule.id)) continue
    const matches = rule.matches.bind(rule)
    rule.matches = (element, ...more) => !withoutColours.has(element) && matches(element, ...more)
  }
}

/** Runs in the page. @returns violations, and the hashes of the appearances checked for the first time */
async function examine(options: { everyRule: string[]; colourRules: string[]; skipped: number[] }) {
  const { everyRule, colourRules, skipped } = options
  const shop = window as unknown as Examined
  scrollTo(0, 0) // content under the sticky header is not a violation
  // finish colour transitions at once: waiting for frames is slow on a busy machine
  const running = () => document.getAnimations().filter(one => one instanceof CSSTransition)
  for (let some = running(); some.length > 0; some = running()) for (const one of some) one.finish()

  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (one: Element) => {
    const style = styles.get(one) ?? getComputedStyle(one)
    styles.set(one, style)
    return style
  }
  /** A 53-bit hash. */
  const hash = (text: string): number => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2654435761)
      other = Math.imul(other ^ code, 1597334677)
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
    other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
    return 4294967296 * (2097151 & other) + (one >>> 0)
  }
  const paints = new Map<Element, string>()
  const paintOf = (one: Element) => {
    let paint = paints.get(one)
    if (paint !== undefined) return paint
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = styleOf(one)
    paint = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`
    paints.set(one, paint)
    return paint
  }
  const behinds = new Map<Element | null, number>([[null, 0]])
  /**
   * The background of a text: classes and paint of all its ancestors, as a hash of each element's and its parent's hash. A class can add
   * pseudo-elements.
   */
  const behindOf = (one: Element | null): number => {
    let behind = behinds.get(one)
    if (behind !== undefined || one === null) return behind ?? 0
    behind = hash(`${one.tagName} ${one.getAttribute('class')} ${paintOf(one)};${behindOf(one.parentElement)}`)
    behinds.set(one, behind)
    return behind
  }
  const visible = [...document.body.querySelectorAll('*')].filter(
    one => one.checkVisibility({ visibilityProperty: true }) && !['SCRIPT', 'STYLE', 'OPTION'].includes(one.tagName),
  )
  const isPainted = (one: Element) =>
    one.matches('img, svg, canvas, video, iframe, input, select, textarea') ||
    paintOf(one) !== 'rgba(0, 0, 0, 0) none 1 none normal'
  // numbers, because each read of a rectangle's property is a call into the browser
  const boxOf = (one: Element) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return { left, right, top, bottom }
  }
  const painted = visible.filter(isPainted).map(one => ({ one, box: boxOf(one) }))
  const hasText = (one: Element) =>
    one.matches('a[href], input, select, textarea') ||
    [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  /** Everything that the colour rules depend on: the text's style, its background, and elements that overlap it. */
  const lookOf = (one: Element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = styleOf(one)
    const own = [color, fontSize, fontWeight, textShadow, textDecorationLine, styleOf(one.parentElement!).color]
    const isDisabled = one.closest('[disabled], [aria-disabled="true"], fieldset:disabled') !== null
    const isSign = one.textContent!.trim().length < 2 // axe skips single characters
    const box = boxOf(one)
    const others = painted
      .filter(
        other =>
          other.box.left < box.right &&
          other.box.right > box.left &&
          other.box.top < box.bottom &&
          other.box.bottom > box.top &&
          !other.one.contains(one),
      )
      .map(other => `${other.one.tagName} ${paintOf(other.one)}`)
    const content = one.matches('a[href]') ? `${one.textContent} in ${one.parentElement!.textContent}` : ''
    return [isDisabled, isSign, ...own, behindOf(one), '|', ...others, content].join(';')
  }
  const texts = new Map<Element, number>()
  shop.withoutColours.clear()
  for (const one of visible) {
    if (!hasText(one)) continue
    const look = hash(lookOf(one))
    if (shop.looks.has(look) || shop.unclear.get(one)?.has(look)) shop.withoutColours.add(one)
    else texts.set(one, look)
  }

  const violations: Violation[] = []
  const run = async (context: object, runOnly: string[]) => {
    const options = { runOnly, resultTypes: ['violations', 'incomplete'], elementRef: true, preload: false }
    const results = await shop.axe.run(context, options)
    for (const { id, nodes } of results.violations)
      violations.push({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) })
    for (const { id, nodes } of results.incomplete) {
      if (!colourRules.includes(id)) continue
      for (const { element } of nodes) {
        const look = element && texts.get(element as HTMLElement)
        if (look === undefined) continue
        texts.delete(element!)
        shop.unclear.set(element!, (shop.unclear.get(element!) ?? new Set()).add(look))
      }
    }
  }
  let left = [...texts.keys()]
  if (everyRule.length > 0) {
    const exclude = skipped.map(at => shop.sharedParts[at]!)
    await run({ include: [document], exclude }, everyRule)
    left = left.filter(one => exclude.some(part => part.contains(one)))
  }
  if (left.length > 0) await run({ include: left }, colourRules)
  const looks = [...new Set(texts.values())]
  for (const look of looks) shop.looks.add(look)
  return { violations, looks }
}

const inShort = (violations: Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  )
