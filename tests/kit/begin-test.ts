import type { BrowserContext, Page } from 'playwright-core'
import { drawnInBrowser } from './shop-server-header.ts'

/** From now on pages are drawn in the browser, as without a server that draws them: the browser makes all calls itself. */
export const beginsInBrowser = (context: BrowserContext): Promise<void> =>
  context.setExtraHTTPHeaders({ [drawnInBrowser]: 'yes' })

/** Waits until the shop takes presses and keys itself; a pointer that moves brings it at once, as a shopper's does. */
export const isAlive = async (page: Page): Promise<void> => {
  await page.mouse.move(1, 1)
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0, null, { polling: 20 })
}
