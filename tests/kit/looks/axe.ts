import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { wear } from './styles.ts'

const source = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Every rule of WCAG 2.2 AA that axe knows. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose answer depends on colours: between light and dark nothing else changes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The rules whose answer depends on where things stand: the others see no difference between widths that show the same. */
const placeRules = [...colourRules, 'target-size', 'scrollable-region-focusable']

/** The pairs that a sight is looked at in; `again` are the rules for what was looked at in another width already. */
const looks = [
  { colorScheme: 'light', rules: everyRule, again: placeRules },
  { colorScheme: 'dark', rules: colourRules, again: colourRules },
] as const

interface Axe {
  run: (context: object, options: object) => Promise<AxeResults>
}

/** What axe finds on the page as it stands, in short, in light and dark at each of the widths. */
export async function axeFinds(page: Page, widths: readonly number[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await wear(page, '[data-pinned] { position: static !important }') // what lies under it now does not do so later
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const isKnown = !(await isNewOutline(page))
    for (const { colorScheme, rules, again } of looks) {
      await page.emulateMedia({ colorScheme })
      found.push(
        ...(await violationsOf(page, isKnown ? again : rules, `${width} ${colorScheme}`)).map(
          violation => `${width} px, ${colorScheme}: ${violation}`,
        ),
      )
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await wear(page, '')
  return found
}

/** Whether what can be seen and read of the page, apart from where it stands, is something that was not there before. */
const isNewOutline = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const shop = window as unknown as { outlines?: Set<string> }
    const outlines = (shop.outlines ??= new Set())
    const all = [...document.querySelectorAll('*')]
    const seen = all.map(one => (one.checkVisibility({ visibilityProperty: true }) ? '1' : '0')).join('')
    const outline = seen + document.documentElement.outerHTML
    return !outlines.has(outline) && Boolean(outlines.add(outline))
  })

/**
 * Head and foot are left out where the same document was looked at with the same ones already: half of every page is theirs.
 *
 * @param how - width and scheme: what they may look different by
 */
async function violationsOf(page: Page, rules: readonly string[], how: string): Promise<string[]> {
  const { violations } = await page.evaluate(
    async ({ runOnly, how }) => {
      scrollTo(0, 0) // what the sticky header happens to cover is no violation
      // colours on their way arrive at once: waiting for them needs frames, and a busy machine may owe those
      const underWay = () => document.getAnimations().filter(one => one instanceof CSSTransition)
      for (let some = underWay(); some.length > 0; some = underWay()) for (const one of some) one.finish()
      const shop = window as unknown as { axe: Axe; lookedAt?: Set<string> }
      const lookedAt = (shop.lookedAt ??= new Set())
      const exclude = [...document.querySelectorAll('body > * > * > :is(header, footer)')].filter(part => {
        const look = how + part.outerHTML
        return lookedAt.has(look) || !lookedAt.add(look)
      })
      return shop.axe.run({ include: [document], exclude }, { runOnly, resultTypes: ['violations'], preload: false })
    },
    { runOnly: [...rules], how },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  )
}
