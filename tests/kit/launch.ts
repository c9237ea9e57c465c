import { inject } from 'vitest'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** Without pictures a page load costs a third less; their boxes keep their size. The other settings are Playwright's defaults. */
const withoutPictures =
  '--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

/**
 * Pages live for about a second each: optimising their scripts and collecting their garbage early costs more than it saves. With
 * these settings the same tests use 5 % less of the processor.
 */
const cheap = [
  '--js-flags=--no-turbofan,--no-maglev,--min-semi-space-size=16,--no-concurrent-marking,--no-incremental-marking',
  '--enable-features=NetworkServiceInProcess2',
  '--in-process-gpu',
]

const launch = (pictures: boolean): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      // a name of the local network: an origin that is no secure context
      '--host-resolver-rules=MAP shop.test 127.0.0.1',
      ...cheap,
      ...(pictures ? [] : [withoutPictures]),
    ],
  })

const browsers: { plain?: Promise<Browser>; pictured?: Promise<Browser> } = {}

/**
 * The worker's browser: all test files that run in a worker share it, and it ends with the worker. Tests open contexts of their own.
 *
 * @param pictures - whether pages load pictures
 */
export const sharedBrowser = ({ pictures = false } = {}): Promise<Browser> =>
  (browsers[pictures ? 'pictured' : 'plain'] ??= launch(pictures))

/** Closes the contexts of the worker's browsers, except these. */
export async function closeContexts(except: ReadonlySet<BrowserContext>): Promise<void> {
  for (const browser of Object.values(browsers))
    for (const context of (await browser).contexts()) if (!except.has(context)) await context.close()
}
