import { summarize, type Summary } from '../figures.ts'
import type { Acts } from './acts.ts'
import type { EarlyTap } from './early.ts'
import type { Load } from './load.ts'
import type { Profile } from './profiles.ts'
import type { Purchase } from './purchase.ts'

/** The two compared pages. */
export const pages = ['shop', 'floor'] as const
export type PageName = (typeof pages)[number]

/** The shop's pages that are loaded beside its home page. */
export const otherPages = {
  search: '/main/product-list/0?by=search&q=rice',
  product: '/main/product-detail/101',
} as const
export type OtherPage = keyof typeof otherPages

/** The measurements of one home page on one profile. */
export interface HomeFigures extends Load, Acts {
  /** From an early tap to its answer. */
  earlyAnswer: number
}

/** Navigation within the shop, without loading a document. */
interface RouteFigures {
  /** From the tap on a product to its heading. */
  route: number
}

/** The quartiles of all rounds on one profile. */
export interface ProfileFigures {
  profile: Profile
  shop: Summary<HomeFigures & RouteFigures>
  floor: Summary<HomeFigures>
  others: Record<OtherPage, Summary<Load>>
  purchase: Summary<Purchase>
  /** Other shops, by URL. */
  beside: Record<string, Summary<Load>>
}

/** The outcome of all early taps on one page. */
export interface EarlyTaps {
  tried: number
  lost: number
  /** Of the lost taps, those that missed the button because the layout had shifted. */
  missed: number
  doubled: number
}

/** The measurements of all rounds. */
export interface Gathered {
  home: Record<PageName, (Load & Acts)[]>
  early: Record<PageName, EarlyTap[]>
  routes: RouteFigures[]
  others: Record<OtherPage, Load[]>
  purchases: Purchase[]
  beside: Record<string, Load[]>
  errors: Record<PageName, string[]>
}

/** Empty measurements. @param beside - the URLs of other shops */
export const gather = (beside: readonly string[]): Gathered => ({
  home: { shop: [], floor: [] },
  early: { shop: [], floor: [] },
  routes: [],
  others: { search: [], product: [] },
  purchases: [],
  beside: Object.fromEntries(beside.map(url => [url, []])),
  errors: { shop: [], floor: [] },
})

/** The quartiles of a profile. */
export function summarizeProfile(profile: Profile, gathered: Gathered): ProfileFigures {
  const { home, early, routes, others, purchases, beside } = gathered
  const figures = (name: PageName): Summary<HomeFigures> => ({
    ...summarize(home[name]),
    ...summarize(early[name].map(({ answer }) => ({ earlyAnswer: answer }))),
  })
  return {
    profile,
    shop: { ...figures('shop'), ...summarize(routes) },
    floor: figures('floor'),
    others: { search: summarize(others.search), product: summarize(others.product) },
    purchase: summarize(purchases),
    beside: Object.fromEntries(Object.entries(beside).map(([url, loads]) => [url, summarize(loads)])),
  }
}

/** The outcome of a page's early taps, on all profiles. */
export function countTaps(found: readonly [Profile, Gathered][], name: PageName): EarlyTaps {
  const taps = found.flatMap(([, { early }]) => early[name])
  return {
    tried: taps.length,
    lost: taps.filter(({ inCart }) => inCart === 0).length,
    missed: taps.filter(({ inCart, hit }) => inCart === 0 && !hit).length,
    doubled: taps.filter(({ inCart }) => inCart > 1).length,
  }
}
