import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { wear } from './styles.ts'

const source = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Every rule of WCAG 2.2 AA that axe knows. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose answer depends on colours; between light and dark nothing else changes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The rules whose answer depends on where things are: others find the same in every width that shows the same. */
const placeRules = ['target-size', 'scrollable-region-focusable']

interface Axe {
  run: (context: object, options: object) => Promise<AxeResults>
}

/** What axe keeps in the page from one sight to the next. */
interface Examined {
  axe: Axe
  /** What was visible, with the document: such a page has been examined by every rule. */
  outlines?: Set<string>
  /** Heads and feet that were examined, by width, scheme and content. */
  parts?: Set<string>
  /** Texts that were examined in these colours, on these backgrounds. */
  texts?: WeakMap<Element, Set<string>>
}

/** What axe finds on the page in its present state, in light and dark, at each of the widths. */
export async function axeFinds(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await axeFindsAt(page, width)))
  }
  return found
}

/** What axe finds on the page in light and dark, in a window that has this width. */
export async function axeFindsAt(page: Page, width: number): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await wear(page, '[data-pinned] { position: static !important }') // what is under it now is not so after scrolling
  const found: string[] = []
  const rules = (await isNewOutline(page)) ? everyRule : placeRules
  for (const violation of await violationsOf(page, rules, `${width} light`))
    found.push(`${width} px, light: ${violation}`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const violation of await unreadableTexts(page)) found.push(`${width} px, ${colorScheme}: ${violation}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await wear(page, '')
  return found
}

/** Whether what can be seen and read of the page, apart from its place, is something that was not there before. */
const isNewOutline = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { outlines } = Object.assign(window as unknown as Examined, {
      outlines: (window as unknown as Examined).outlines ?? new Set<string>(),
    })
    const all = [...document.querySelectorAll('*')]
    const seen = all.map(one => (one.checkVisibility({ visibilityProperty: true }) ? '1' : '0')).join('')
    const outline = seen + document.documentElement.outerHTML
    return !outlines.has(outline) && Boolean(outlines.add(outline))
  })

/**
 * Violations of all rules but those on colours. Head and foot are left out if the same document was examined with the same
 * ones already: half of every page is theirs.
 *
 * @param how - width and scheme: what they may look different by
 */
async function violationsOf(page: Page, rules: readonly string[], how: string): Promise<string[]> {
  const { violations } = await page.evaluate(
    async ({ runOnly, how, colourRules }) => {
      scrollTo(0, 0) // what the sticky header happens to cover is no violation
      const shop = window as unknown as Examined
      const parts = (shop.parts ??= new Set())
      const exclude = [...document.querySelectorAll('body > * > * > :is(header, footer)')].filter(part => {
        const look = how + part.outerHTML
        return parts.has(look) || !parts.add(look)
      })
      const isByTag = runOnly.some(rule => rule.startsWith('wcag'))
      const rules = isByTag ? Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }])) : {}
      const options = { runOnly, rules, resultTypes: ['violations'], preload: false }
      return shop.axe.run({ include: [document], exclude }, options)
    },
    { runOnly: [...rules], how, colourRules },
  )
  return inShort(violations)
}

const inShort = (violations: AxeResults['violations']): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  )

/**
 * Violations of the rules on colours. Their answer for a text depends on its own colour and size, and on the backgrounds
 * behind and over it. Each text is examined once for each combination of these: most have the same at every width.
 */
async function unreadableTexts(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async runOnly => {
    scrollTo(0, 0)
    // colours in transition arrive at once: waiting for them needs frames, and a busy machine may be late with those
    const running = () => document.getAnimations().filter(one => one instanceof CSSTransition)
    for (let some = running(); some.length > 0; some = running()) for (const one of some) one.finish()

    const shop = window as unknown as Examined
    const texts = (shop.texts ??= new WeakMap())
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (one: Element) => {
      const style = styles.get(one) ?? getComputedStyle(one)
      styles.set(one, style)
      return style
    }
    const visible = [...document.body.querySelectorAll('*')].filter(
      one => one.checkVisibility({ visibilityProperty: true }) && !['SCRIPT', 'STYLE', 'OPTION'].includes(one.tagName),
    )
    const paintOf = (one: Element) => {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = styleOf(one)
      return `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`
    }
    const isPainted = (one: Element) =>
      one.matches('img, svg, canvas, video, iframe, input, select, textarea') ||
      !/^rgba\(0, 0, 0, 0\) none 1 none normal$/.test(paintOf(one))
    const painted = visible.filter(isPainted).map((one, at) => ({ one, at, box: one.getBoundingClientRect() }))
    const hasText = (one: Element) =>
      one.matches('a[href], input, select, textarea') ||
      [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
    const signatureOf = (one: Element) => {
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = styleOf(one)
      const own = [color, fontSize, fontWeight, textShadow, textDecorationLine, styleOf(one.parentElement!).color]
      const isDisabled = one.closest('[disabled], [aria-disabled="true"], fieldset:disabled') !== null
      const behind: string[] = []
      for (let around: Element | null = one; around; around = around.parentElement) behind.push(paintOf(around))
      const box = one.getBoundingClientRect()
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
      const content = one.matches('a[href]') ? one.textContent : ''
      return [isDisabled, ...own, ...behind, '|', ...others, content].join(';')
    }
    const include = visible.filter(hasText).filter(one => {
      const known = texts.get(one) ?? new Set<string>()
      texts.set(one, known)
      const signature = signatureOf(one)
      return !known.has(signature) && Boolean(known.add(signature))
    })
    if (include.length === 0) return []
    const options = { runOnly, resultTypes: ['violations'], preload: false }
    return (await shop.axe.run({ include }, options)).violations
  }, colourRules)
  return inShort(violations)
}
