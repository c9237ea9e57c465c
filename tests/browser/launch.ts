import { inject } from 'vitest'
import { chromium, type Browser } from 'playwright-core'

/** Chromium, as every browser test starts it. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
