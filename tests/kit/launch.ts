import { inject } from 'vitest'
import { chromium, type Browser } from 'playwright-core'

/** Drawn pictures are a third of what a page costs; their boxes stay as large without them. The rest is what Playwright sets. */
const withoutPictures =
  '--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

/** Chromium, as every browser test starts it; pictures are shown where a test is about them. */
export const launch = ({ pictures = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      ...(pictures ? [] : [withoutPictures]),
    ],
  })
