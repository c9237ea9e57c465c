import { chromium, type Browser } from 'playwright-core'
import { home } from '#src/layout/addresses.ts'
import { chromiumPath } from '../../browser/chromium.ts'
import { median, medians } from '../figures.ts'
import { serveFloor } from '../floor/serve.ts'
import { fontAddress, openShop } from '../open.ts'
import { act, follow, type Acts } from './acts.ts'
import { tapEarly, type EarlyTap } from './early.ts'
import { load, type Load } from './load.ts'
import { withoutScripts, type Plain } from './plain.ts'
import { desktop, phone, type Profile } from './profiles.ts'
import { openVisit } from './visit.ts'

/** How much is measured. */
export interface Extent {
  rounds: number
  /** Taps on 'Add to Cart' before the page has come to rest, in all. */
  earlyTaps: number
  say: (words: string) => void
}

/** Medians of what was measured of one page on one profile. */
export interface PageFigures extends Load, Acts {
  /** From an early tap to its answer. */
  earlyAnswer: number
}

/** What only the shop has: its pages follow one another without a load. */
export interface ShopFigures {
  /** From the tap on a product to its heading. */
  route: number
  /** The same address loaded anew, until its heading is visible. */
  detail: number
  detailFcp: number
  detailLcp: number
}

/** What a profile showed of both pages. */
export interface ProfileFigures {
  profile: Profile
  shop: PageFigures & ShopFigures
  floor: PageFigures
}

/** What came of all early taps on one page. */
export interface EarlyTaps {
  tried: number
  lost: number
  doubled: number
}

/** Everything that was measured in the browser. */
export interface WebFigures {
  chromium: string
  profiles: ProfileFigures[]
  early: { shop: EarlyTaps; floor: EarlyTaps }
  /** Errors of the shop's page: said to the console or thrown. */
  errors: string[]
  plain: Plain
}

interface Addresses {
  shop: string
  floor: string
}
type PageName = keyof Addresses
const pages: readonly PageName[] = ['shop', 'floor']

/** Everything that is gathered while the rounds go on. */
interface Gathered {
  loads: Record<PageName, (Load & Acts)[]>
  early: Record<PageName, EarlyTap[]>
  only: ShopFigures[]
  errors: string[]
}

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
  say('Warming up: pictures are drawn when they are first asked for')
  for (const name of pages) await visitOnce(browser, desktop, name, addresses, gather())
  const plain = await withoutScripts(browser, addresses.shop)
  const found: [Profile, Gathered][] = [phone, desktop].map(profile => [profile, gather()])
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    // who comes first changes, so that what the machine does besides falls on both
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
    errors: found.flatMap(([, { errors }]) => errors),
    plain,
  }
}

const gather = (): Gathered => ({
  loads: { shop: [], floor: [] },
  early: { shop: [], floor: [] },
  only: [],
  errors: [],
})

async function visitOnce(browser: Browser, profile: Profile, name: PageName, addresses: Addresses, into: Gathered) {
  const visit = await openVisit(browser, profile)
  try {
    const loaded = await load(visit, addresses[name] + home)
    into.loads[name].push({ ...loaded, ...(await act(visit)) })
    if (name === 'floor') return
    const route = await follow(visit)
    into.errors.push(...visit.errors)
    into.only.push({ route, ...(await loadDetail(browser, profile, addresses.shop, into)) })
  } finally {
    await visit.close()
  }
}

async function loadDetail(browser: Browser, profile: Profile, shopUrl: string, into: Gathered) {
  const visit = await openVisit(browser, profile)
  try {
    const { heading, fcp, lcp } = await load(visit, shopUrl + product)
    into.errors.push(...visit.errors)
    return { detail: heading, detailFcp: fcp, detailLcp: lcp }
  } finally {
    await visit.close()
  }
}

async function tapOnce(browser: Browser, profile: Profile, name: PageName, addresses: Addresses, into: Gathered) {
  const tap = await tapEarly(browser, profile, addresses[name] + home, addresses.shop)
  into.early[name].push(tap)
  if (name === 'shop') into.errors.push(...tap.errors)
}

function summed(profile: Profile, { loads, early, only }: Gathered): ProfileFigures {
  const figures = (name: PageName): PageFigures => ({
    ...medians(loads[name]),
    earlyAnswer: median(early[name].map(({ answer }) => answer)),
  })
  return { profile, shop: { ...figures('shop'), ...medians(only) }, floor: figures('floor') }
}

function countTaps(found: readonly [Profile, Gathered][], name: PageName): EarlyTaps {
  const taps = found.flatMap(([, { early }]) => early[name])
  return {
    tried: taps.length,
    lost: taps.filter(({ inCart }) => inCart === 0).length,
    doubled: taps.filter(({ inCart }) => inCart > 1).length,
  }
}
