import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'

const document = fileURLToPath(new URL('../../dist/index.html', import.meta.url))

/** From now on every page begins in the browser, as where no server draws pages: all calls are the browser's own. */
export async function beginsInBrowser(context: BrowserContext): Promise<void> {
  await context.route('**', route => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: readFileSync(document, 'utf8') })
  })
}

/** Waits until the shop takes presses and keys itself; a pointer that moves brings it at once, as a shopper's does. */
export const isAlive = async (page: Page): Promise<void> => {
  await page.mouse.move(1, 1)
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0, null, { polling: 20 })
}
