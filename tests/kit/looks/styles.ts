import type { Page } from 'playwright-core'

/** Puts styles of the test's into the page, in place of those it put there before; '' takes them away. */
export const wear = (page: Page, css: string): Promise<void> =>
  page.evaluate(css => {
    const tests = window as unknown as { worn?: CSSStyleSheet }
    tests.worn ??= new CSSStyleSheet()
    tests.worn.replaceSync(css)
    const { worn } = tests
    if (!document.adoptedStyleSheets.includes(worn)) document.adoptedStyleSheets.push(worn) // scripts may have theirs there
  }, css)
