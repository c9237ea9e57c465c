import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { wear } from './styles.ts'

const source = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Every rule of WCAG 2.2 AA that axe knows. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose answer depends on colours: between light and dark nothing else changes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The pairs that a sight is looked at in. */
const looks = [
  { colorScheme: 'light', rules: everyRule },
  { colorScheme: 'dark', rules: colourRules },
] as const

interface Axe {
  run: (root: Document, options: object) => Promise<AxeResults>
}

/** What axe finds on the page as it stands, in short, in light and dark at each of the widths. */
export async function axeFinds(page: Page, widths: readonly number[]): Promise<string[]> {
  await page.evaluate(source)
  await wear(page, '[data-pinned] { position: static !important }') // what lies under it now does not do so later
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const { colorScheme, rules } of looks) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await violationsOf(page, rules)).map(violation => `${width} px, ${colorScheme}: ${violation}`))
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await wear(page, '')
  return found
}

async function violationsOf(page: Page, rules: readonly string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    async runOnly => {
      scrollTo(0, 0) // what the sticky header happens to cover is no violation
      await Promise.all(document.getAnimations().flatMap(one => (one instanceof CSSTransition ? [one.finished] : [])))
      const { axe } = window as unknown as { axe: Axe }
      return axe.run(document, { runOnly, resultTypes: ['violations'], preload: false })
    },
    [...rules],
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  )
}
