import type { Page } from 'playwright-core'

/** When a page is translated: before React takes over the server's HTML, or when that is done. */
export type TranslatedFrom = 'before hydration' | 'after hydration'

/**
 * Runs in each page: replaces every text by elements, as translators of browsers do, and again each text that appears.
 *
 * @param longer - words become longer too, as in another language; numbers and prices stay
 */
function translate({ from, longer }: { from: TranslatedFrom; longer: boolean }) {
  const skipped = 'script, style, noscript, textarea, font, [translate=no]'
  const replace = (text: Text) => {
    if (!text.data.trim() || text.parentElement?.closest(skipped)) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = longer
      ? text.data.replaceAll(/\p{Letter}{4,}/gu, word => word + word.slice(-3).toLowerCase())
      : text.data
    text.replaceWith(outer)
  }
  const textsIn = (node: Node): Text[] => {
    if (node instanceof Text) return [node]
    const found: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    return found
  }
  const start = () => {
    textsIn(document.body).forEach(replace)
    new MutationObserver(changes => {
      for (const { target, type, addedNodes } of changes)
        (type === 'characterData' ? [target] : [...addedNodes])
          .filter(node => node.isConnected)
          .flatMap(textsIn)
          .forEach(replace)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }
  if (from === 'after hydration')
    new PerformanceObserver(list => {
      if (list.getEntriesByName('alive')[0]) start()
    }).observe({ type: 'mark' })
  // modules of the page run after this and before `DOMContentLoaded`
  else document.addEventListener('readystatechange', () => document.readyState === 'interactive' && start())
}

/** From now on, all pages that are loaded are translated. */
export const translatesPages = (page: Page, from: TranslatedFrom, longer = false) =>
  page.addInitScript(translate, { from, longer })

/** The texts of the page that are not what React has rendered, such as a former amount: what is shown, and what should be. */
export const staleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap(element => {
      const key = Object.keys(element).find(name => name.startsWith('__reactProps$'))
      const { children } = (key ? element[key as never] : {}) as { children?: unknown }
      if (typeof children !== 'string' && typeof children !== 'number') return []
      const text = element.textContent
      return text === String(children) ? [] : [`${text} ≠ ${children}`]
    }),
  )
