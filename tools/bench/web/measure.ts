import { chromium, type Browser } from 'playwright-core'
import { homePath } from '#contract/paths'
import { chromiumPath } from '../../../tests/kit/chromium.ts'
import { serveFloor } from '../floor/serve.ts'
import { fontPath, openShop } from '../open.ts'
import { act, follow } from './acts.ts'
import { tapEarly } from './early.ts'
import {
  countTaps,
  gather,
  otherPages,
  pages,
  summarizeProfile,
  type EarlyTaps,
  type Gathered,
  type OtherPage,
  type PageName,
  type ProfileFigures,
} from './gather.ts'
import { load } from './load.ts'
import { withoutScripts, type Plain } from './plain.ts'
import { desktop, phone, type Profile } from './profiles.ts'
import { purchase } from './purchase.ts'
import { openVisit, type Visit } from './visit.ts'

/** The number of measurements. */
export interface Extent {
  rounds: number
  /** The number of taps on 'Add to Cart' before the page is idle. */
  earlyTaps: number
  /** The URLs of other shops, which are loaded in the same rounds. */
  beside: readonly string[]
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

type PageUrls = Record<PageName, string>

/** Milliseconds without a request until a home page is idle, and until another page is. */
const [homeIdleTime, idleTime] = [2_000, 1_000]

/** Opens shop and floor page, measures both in a browser, and closes everything again. */
export async function measureWeb(extent: Extent): Promise<WebFigures> {
  const shop = await openShop()
  const floor = await serveFloor(shop.url, fontPath())
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
  urls: PageUrls,
  { rounds, earlyTaps, beside, say }: Extent,
): Promise<WebFigures> {
  say('Warming up: pictures are drawn when they are first requested')
  await measureAll(browser, desktop, [...pages, ...beside], urls, gather(beside))
  const plain = await withoutScripts(browser, urls.shop)
  const found: [Profile, Gathered][] = [phone, desktop].map(profile => [profile, gather(beside)])
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    // the order alternates, so that other load on the computer affects all
    const order = [...pages, ...beside]
    if (round % 2 === 0) order.reverse()
    for (const [profile, gathered] of found) {
      await measureAll(browser, profile, order, urls, gathered)
      for (const name of order.filter(isPage)) await tapOnce(browser, profile, name, urls, gathered)
    }
  }
  const [, onPhone] = found[0]!
  const tried = () => found.reduce((sum, [, { early }]) => sum + early.shop.length, 0)
  while (tried() < earlyTaps) {
    say(`Early tap ${tried() + 1} of ${earlyTaps}`)
    await tapOnce(browser, phone, 'shop', urls, onPhone)
  }
  return {
    chromium: browser.version(),
    profiles: found.map(([profile, gathered]) => summarizeProfile(profile, gathered)),
    early: { shop: countTaps(found, 'shop'), floor: countTaps(found, 'floor') },
    errors: found.flatMap(([, { errors }]) => errors.shop),
    plain,
  }
}

const isPage = (name: string): name is PageName => pages.some(page => page === name)

/** One round on one profile, without the early taps: every page in this order, then the other pages of the shop. */
async function measureAll(
  browser: Browser,
  profile: Profile,
  order: readonly string[],
  urls: PageUrls,
  into: Gathered,
) {
  for (const name of order) {
    if (isPage(name)) await visitHome(browser, profile, name, urls, into)
    else into.beside[name]!.push(await visited(browser, profile, [], visit => load(visit, name, homeIdleTime)))
  }
  for (const [name, path] of Object.entries(otherPages) as [OtherPage, string][]) {
    const loaded = (visit: Visit) => load(visit, urls.shop + path, idleTime)
    into.others[name].push(await visited(browser, profile, into.errors.shop, loaded))
  }
  into.purchases.push(await visited(browser, profile, into.errors.shop, visit => purchase(visit, urls.shop + homePath)))
}

/** Loads a home page, interacts with it, and stores the measurements; then, in the shop, opens the product page. */
async function visitHome(browser: Browser, profile: Profile, name: PageName, urls: PageUrls, into: Gathered) {
  await visited(browser, profile, into.errors[name], async visit => {
    const loaded = await load(visit, urls[name] + homePath, homeIdleTime)
    into.home[name].push({ ...loaded, ...(await act(visit)) })
    if (name === 'shop') into.routes.push({ route: await follow(visit) })
  })
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

async function tapOnce(browser: Browser, profile: Profile, name: PageName, urls: PageUrls, into: Gathered) {
  const tap = await tapEarly(browser, profile, urls[name] + homePath, urls.shop)
  into.early[name].push(tap)
  into.errors[name].push(...tap.errors)
}
