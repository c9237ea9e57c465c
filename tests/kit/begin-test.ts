import type { BrowserContext, Page } from 'playwright-core'
import { renderInBrowser } from './shop-server-header.ts'

/** From now on pages are rendered in the browser, which makes all calls itself. */
export const beginsInBrowser = (context: BrowserContext): Promise<void> =>
  context.setExtraHTTPHeaders({ [renderInBrowser]: 'yes' })

/** Waits until hydration is done; moving the pointer starts it at once. */
export const isAlive = async (page: Page): Promise<void> => {
  await page.mouse.move(1, 1)
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0, null, { polling: 20 })
}

/** From now on pages load no code while the browser is idle, because the test can't control the moment. */
export const disableIdleLoading = (context: BrowserContext): Promise<unknown> => context.addInitScript(saveData)

function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}
