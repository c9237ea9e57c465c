import { median, medians } from '../figures.ts'
import type { Acts } from './acts.ts'
import type { EarlyTap } from './early.ts'
import type { Load } from './load.ts'
import type { Profile } from './profiles.ts'

/** The two compared pages. */
export const pages = ['shop', 'floor'] as const
export type PageName = (typeof pages)[number]

/** Medians of the measurements of one page on one profile. */
export interface PageFigures extends Load, Acts {
  /** From an early tap to its answer. */
  earlyAnswer: number
}

/** Navigation within the shop, without loading a document. */
export interface ShopFigures {
  /** From the tap on a product to its heading. */
  route: number
  /** The same URL loaded, until its heading is visible. */
  detail: number
  detailFcp: number
  detailLcp: number
}

/** A profile's results for both pages. */
export interface ProfileFigures {
  profile: Profile
  shop: PageFigures & ShopFigures
  floor: PageFigures
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
  loads: Record<PageName, (Load & Acts)[]>
  early: Record<PageName, EarlyTap[]>
  only: ShopFigures[]
  errors: Record<PageName, string[]>
}

/** Empty measurements. */
export const gather = (): Gathered => ({
  loads: { shop: [], floor: [] },
  early: { shop: [], floor: [] },
  only: [],
  errors: { shop: [], floor: [] },
})

/** The medians of a profile. */
export function summed(profile: Profile, { loads, early, only }: Gathered): ProfileFigures {
  const figures = (name: PageName): PageFigures => ({
    ...medians(loads[name]),
    earlyAnswer: median(early[name].map(({ answer }) => answer)),
  })
  return { profile, shop: { ...figures('shop'), ...medians(only) }, floor: figures('floor') }
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
