import { chromium, type Page } from 'playwright-core'
import type { Engine, Tab } from './engine.ts'

/** Playwright's names of the keys that have a number in WebDriver. */
const keyNames: Record<string, string> = {
  '\uE003': 'Backspace',
  '\uE004': 'Tab',
  '\uE007': 'Enter',
  '\uE00C': 'Escape',
}

/** Chromium over the DevTools protocol. @param path - of its program */
export async function startChromium(path: string): Promise<Engine> {
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] })
  return {
    version: `Chromium ${browser.version()}`,
    async opens() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const errors: string[] = []
      context.on('weberror', error => errors.push(error.error().message))
      context.on('console', message => void (message.type() === 'error' && errors.push(message.text())))
      const known = new Map<Page, Tab>()
      const tabOf = (page: Page): Tab => {
        const tab = known.get(page) ?? createTab(page, String(known.size))
        known.set(page, tab)
        return tab
      }
      return {
        opensTab: async () => tabOf(await context.newPage()),
        tabs: async () => context.pages().map(tabOf),
        errors: async () => errors,
        closes: () => context.close(),
      }
    },
    ends: () => browser.close(),
  }
}

const createTab = (page: Page, id: string): Tab => ({
  id,
  goes: async url => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
  reloads: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
  runs: (script, input) => page.evaluate(script as never, input) as never,
  clicks: ({ x, y }) => page.mouse.click(x, y),
  async types(text) {
    for (const part of text.split(/([\uE000-\uF8FF])/)) {
      const key = keyNames[part]
      await (key ? page.keyboard.press(key) : page.keyboard.type(part))
    }
  },
  resizes: (width, height) => page.setViewportSize({ width, height }),
  shows: () => page.bringToFront(),
  photographs: async () => (await page.screenshot()).toString('base64'),
  closes: () => page.close(),
})
