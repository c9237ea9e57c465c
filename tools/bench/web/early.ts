import type { Browser } from 'playwright-core'
import { zeroToInfinity, type Point } from './probe.ts'
import type { Profile } from './profiles.ts'
import { openVisit, press, until, waitUntilIdle, type Visit } from './visit.ts'

/** The outcome of a tap on 'Add to Cart' as soon as it is visible. */
export interface EarlyTap {
  /** Milliseconds from pointerdown to the frame with the answer; Infinity without an answer. */
  answer: number
  /** The quantity in the gateway's cart afterwards; 1 is correct. */
  inCart: number
  /** Whether the tap hit the button; it misses if the layout has shifted. */
  hit: boolean
  errors: string[]
}

/** Taps 'Add to Cart' as soon as it is visible, in a separate visit, and reads the result from the gateway. */
export async function tapEarly(browser: Browser, profile: Profile, url: string, shopUrl: string): Promise<EarlyTap> {
  let tapped: Promise<void> | undefined
  const onOffer = (place: Point) => (tapped ??= press(visit, place))
  const visit = await openVisit(browser, profile, { onOffer: place => void onOffer(place) })
  try {
    await visit.page.goto(url, { waitUntil: 'commit' })
    await until(() => tapped !== undefined, 20_000)
    await tapped
    await until(async () => (await visit.noted()).answer > 0, 5_000)
    // a slow processor may hydrate for longer than any pause between requests: a tap is lost if it is in no cart after 10 s
    await until(async () => (await inCartOf(visit, shopUrl)) > 0, 10_000)
    await waitUntilIdle(visit, 1_000)
    const { answer, hit } = await visit.noted()
    const inCart = await inCartOf(visit, shopUrl)
    return { answer: zeroToInfinity(answer), inCart, hit: hit > 0, errors: visit.errors }
  } finally {
    await visit.close()
  }
}

async function inCartOf({ page }: Visit, shopUrl: string): Promise<number> {
  const session = await page.evaluate(() => window.bench.session())
  return session === null ? 0 : countIn(shopUrl, session)
}

async function countIn(shopUrl: string, session: string): Promise<number> {
  const response = await fetch(`${shopUrl}/v1/cart/${session}`)
  const { listData = [] } = (await response.json()) as { listData?: { quantity: number }[] }
  return listData.reduce((sum, { quantity }) => sum + quantity, 0)
}
