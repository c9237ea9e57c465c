import type { Browser } from 'playwright-core'
import { orNever, type Place } from './probe.ts'
import type { Profile } from './profiles.ts'
import { openVisit, press, quiet, until } from './visit.ts'

/** What became of a tap on 'Add to Cart' in the moment in which it could be seen. */
export interface EarlyTap {
  /** Milliseconds from the finger down to the frame with the answer; without end where none came. */
  answer: number
  /** How many the gateway then had in the cart; 1 is what was wished for. */
  inCart: number
  /** Whether the finger came down on the button; it does not where the page has moved under it. */
  hit: boolean
  errors: string[]
}

/** Taps 'Add to Cart' as soon as it can be seen, in a visit of its own, and counts in the gateway what came of it. */
export async function tapEarly(browser: Browser, profile: Profile, url: string, shopUrl: string): Promise<EarlyTap> {
  let tapped: Promise<void> | undefined
  const onOffer = (place: Place) => (tapped ??= press(visit, place))
  const visit = await openVisit(browser, profile, { onOffer: place => void onOffer(place) })
  try {
    await visit.page.goto(url, { waitUntil: 'commit' })
    await until(() => tapped !== undefined, 20_000)
    await tapped
    await until(async () => (await visit.noted()).answer > 0, 5_000)
    await quiet(visit, 1_000)
    const { answer, hit } = await visit.noted()
    const session = await visit.page.evaluate(() => window.bench.session())
    const inCart = session === null ? 0 : await countIn(shopUrl, session)
    return { answer: orNever(answer), inCart, hit: hit > 0, errors: visit.errors }
  } finally {
    await visit.close()
  }
}

async function countIn(shopUrl: string, session: string): Promise<number> {
  const response = await fetch(`${shopUrl}/v1/cart/${session}`)
  const { listData = [] } = (await response.json()) as { listData?: { quantity: number }[] }
  return listData.reduce((sum, { quantity }) => sum + quantity, 0)
}
