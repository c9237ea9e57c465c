import { median } from '../figures.ts'
import { unreported, zeroToInfinity } from './probe.ts'
import { press, until, waitUntilIdle, type Visit } from './visit.ts'

/** The durations of interactions on an idle page, in milliseconds; Infinity without an answer. */
export interface Acts {
  /** The page's script for a keystroke in the search box, median and longest. */
  stroke: number
  longestStroke: number
  /** From a key to the next paint, median and longest. The browser counts in steps of 8 and none under 16. */
  key: number
  longestKey: number
  /** From pointerdown on 'Add to Cart' to the frame with the answer. */
  answer: number
}

const words = 'noodle soup bowl'

/** Milliseconds without a request after which the page is idle again. */
const idleTime = 1_000

/** Types into the search box; when the page is idle again, adds the first product to the cart. */
export async function act(visit: Visit): Promise<Acts> {
  const { page } = visit
  await page.locator('header input[name=q]').focus()
  for (const letter of words) await page.keyboard.press(letter === ' ' ? 'Space' : letter)
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))))
  const strokes = await page.evaluate(() => window.bench.strokes())
  const interactions = await page.evaluate(() => window.bench.interactions())
  const reported = interactions.filter(({ byKey }) => byKey).map(({ duration }) => duration)
  const quick = Array.from({ length: Math.max(words.length - reported.length, 0) }, () => unreported)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  // the search that was typed is answered and shown
  await waitUntilIdle(visit, idleTime)
  // what the button's part of the page needs is loaded and painted
  await page.evaluate(() => window.bench.reach('add'))
  await waitUntilIdle(visit, idleTime)
  await press(visit, await page.evaluate(() => window.bench.reach('add')))
  await until(async () => (await visit.noted()).answer > 0, 10_000)
  return {
    stroke: median(strokes),
    longestStroke: Math.max(...strokes),
    key: median([...reported, ...quick]),
    longestKey: Math.max(unreported, ...reported),
    answer: zeroToInfinity((await visit.noted()).answer),
  }
}

/** Milliseconds without a request before a product is opened: the shop loads the code of its page when it is idle. */
const idleTimeBeforeProduct = 5_000

/** Follows the first product's link. @returns milliseconds from pointerdown to the frame with its heading */
export async function follow(visit: Visit): Promise<number> {
  await waitUntilIdle(visit, idleTimeBeforeProduct)
  await press(visit, await visit.page.evaluate(() => window.bench.reach('main article a')))
  await until(async () => (await visit.noted()).routed > 0, 10_000)
  return zeroToInfinity((await visit.noted()).routed)
}
