import type { Page } from 'playwright-core'

/** Puts styles of the test's into the page, in place of those it put there before; '' takes them away. */
export const wear = (page: Page, css: string): Promise<void> =>
  page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, css)
