import { chromium, type Browser } from 'playwright-core'
import { homePath } from '#contract/paths'
import { chromiumPath } from '../../../tests/kit/chromium.ts'
import { serveFloor } from '../floor/serve.ts'
import { fontAddress, openShop } from '../open.ts'
import { act, follow } from './acts.ts'
import { tapEarly } from './early.ts'
import {
  countTaps,
  gather,
  pages,
  summed,
  type EarlyTaps,
  type Gathered,
  type PageName,
  type ProfileFigures,
} from './gather.ts'
import { load } from './load.ts'
import { withoutScripts, type Plain } from './plain.ts'
import { desktop, phone, type Profile } from './profiles.ts'
import { openVisit, type Visit } from './visit.ts'

/** The number of measurements. */
export interface Extent {
  rounds: number
  /** The number of taps on 'Add to Cart' before the page is idle. */
  earlyTaps: number
  say: (words: string) => void
}

/** All measurements in the browser. */
export interface WebFigures {
  chromium: string
  profiles: ProfileFigures[]
  early: { shop: EarlyTaps; floor: EarlyTaps }
  /** Errors of the shop's pages: logged or thrown. */
  errors: string[]
  plain: Plain
}

type Addresses = Record<PageName, string>

const product = '/main/product-detail/101'

/** Opens shop and floor page, measures both in a browser, and closes everything again. */
export async function measureWeb(extent: Extent): Promise<WebFigures> {
  const shop = await openShop()
  const floor = await serveFloor(shop.url, fontAddress())
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    return await measure(browser, { shop: shop.url, floor: floor.url }, extent)
  } finally {
    await browser.close()
    await floor.close()
    await shop.close()
  }
}

async function measure(
  browser: Browser,
  addresses: Addresses,
  { rounds, earlyTaps, say }: Extent,
): Promise<WebFigures> {
  say('Warming up: pictures are drawn when they are first requested')
  for (const name of pages) await visitOnce(browser, desktop, name, addresses, gather())
  const plain = await withoutScripts(browser, addresses.shop)
  const found: [Profile, Gathered][] = [phone, desktop].map(profile => [profile, gather()])
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    // the order alternates, so that other load on the computer affects both
    const order = round % 2 === 1 ? pages : pages.toReversed()
    for (const [profile, gathered] of found) {
      for (const name of order) await visitOnce(browser, profile, name, addresses, gathered)
      for (const name of order) await tapOnce(browser, profile, name, addresses, gathered)
    }
  }
  const [, onPhone] = found[0]!
  const tried = () => found.reduce((sum, [, { early }]) => sum + early.shop.length, 0)
  while (tried() < earlyTaps) {
    say(`Early tap ${tried() + 1} of ${earlyTaps}`)
    await tapOnce(browser, phone, 'shop', addresses, onPhone)
  }
  return {
    chromium: browser.version(),
    profiles: found.map(([profile, gathered]) => summed(profile, gathered)),
    early: { shop: countTaps(found, 'shop'), floor: countTaps(found, 'floor') },
    errors: found.flatMap(([, { errors }]) => errors.shop),
    plain,
  }
}

/** Loads a page, interacts with it, and stores the measurements; then, in the shop, opens the product page and reloads it. */
async function visitOnce(browser: Browser, profile: Profile, name: PageName, addresses: Addresses, into: Gathered) {
  const route = await visited(browser, profile, into.errors[name], async visit => {
    into.loads[name].push({ ...(await load(visit, addresses[name] + homePath, 2_000)), ...(await act(visit)) })
    return name === 'shop' ? follow(visit) : null
  })
  if (route === null) return
  const { heading, fcp, lcp } = await visited(browser, profile, into.errors[name], visit =>
    load(visit, addresses.shop + product, 1_000),
  )
  into.only.push({ route, detail: heading, detailFcp: fcp, detailLcp: lcp })
}

/** Runs a visit and stores its errors. */
async function visited<Found>(
  browser: Browser,
  profile: Profile,
  errors: string[],
  during: (visit: Visit) => Promise<Found>,
): Promise<Found> {
  const visit = await openVisit(browser, profile)
  try {
    return await during(visit)
  } finally {
    errors.push(...visit.errors)
    await visit.close()
  }
}

async function tapOnce(browser: Browser, profile: Profile, name: PageName, addresses: Addresses, into: Gathered) {
  const tap = await tapEarly(browser, profile, addresses[name] + homePath, addresses.shop)
  into.early[name].push(tap)
  into.errors[name].push(...tap.errors)
}
