import type { Page } from 'playwright-core'

/** Sets the test's style sheet in the page; '' removes it. */
export const setStyleSheet = (page: Page, css: string): Promise<void> =>
  page.evaluate(css => {
    const tests = window as unknown as { worn?: CSSStyleSheet }
    tests.worn ??= new CSSStyleSheet()
    tests.worn.replaceSync(css)
    const { worn } = tests
    if (!document.adoptedStyleSheets.includes(worn)) document.adoptedStyleSheets.push(worn) // keep the style sheets of scripts
  }, css)
