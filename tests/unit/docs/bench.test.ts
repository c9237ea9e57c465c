import { describe, expect, test } from 'vitest'
import { changesBetween, changesPart, fromJson, mediansOfRun, toJson } from '#tools/bench/changes'
import { lowerQuartiles, median, medians, mediansOf, quartiles, summarize } from '#tools/bench/figures'
import { against, goalsOf, isMismatch, most } from '#tools/bench/goals'
import { kilobytes, milliseconds, withQuartiles } from '#tools/bench/markdown'
import { webParts } from '#tools/bench/web/report'
import { gather, summarizeProfile } from '#tools/bench/web/gather'
import type { Load } from '#tools/bench/web/load'
import type { WebFigures } from '#tools/bench/web/measure'
import { blockingTime, interactionToNextPaint } from '#tools/bench/web/probe'
import { phone } from '#tools/bench/web/profiles'
import { durationsOf } from '#tools/bench/web/purchase'
import { kindOf } from '#tools/bench/web/traffic'

describe('the figures of the bench', () => {
  test('the median is the one in the middle, whatever the order', () => {
    expect(median([30, 10, 20])).toBe(20)
  })

  test('the median of an even number is the mean of the two in the middle', () => {
    expect(median([40, 10, 20, 30])).toBe(25)
  })

  test('the median of nothing is 0', () => {
    expect(median([])).toBe(0)
  })

  test('rounds are combined into medians, figure by figure', () => {
    const rounds = [
      { fcp: 1, lcp: 9 },
      { fcp: 2, lcp: 8 },
      { fcp: 3, lcp: 1 },
    ]
    expect(medians(rounds)).toEqual({ fcp: 2, lcp: 8 })
  })

  test('the quartiles are those of the sorted list, and interpolate between two values', () => {
    expect(quartiles([50, 10, 40, 20, 30])).toEqual({ lower: 20, median: 30, upper: 40 })
    expect(quartiles([40, 10, 20, 30])).toEqual({ lower: 17.5, median: 25, upper: 32.5 })
  })

  test('the quartiles of one value are that value, and those of nothing are 0', () => {
    expect(quartiles([7])).toEqual({ lower: 7, median: 7, upper: 7 })
    expect(quartiles([])).toEqual({ lower: 0, median: 0, upper: 0 })
  })

  test('quartiles of figures that never happened are infinite, not NaN', () => {
    expect(quartiles([Infinity, Infinity])).toEqual({ lower: Infinity, median: Infinity, upper: Infinity })
    expect(quartiles([10, Infinity, 20, Infinity])).toEqual({ lower: 17.5, median: Infinity, upper: Infinity })
  })

  test('rounds are summarized as quartiles, and a summary has their medians', () => {
    const summary = summarize([{ fcp: 10 }, { fcp: 30 }, { fcp: 20 }])
    expect(summary).toEqual({ fcp: { lower: 15, median: 20, upper: 25 } })
    expect(mediansOf(summary)).toEqual({ fcp: 20 })
    expect(lowerQuartiles([{ fcp: 10 }, { fcp: 30 }, { fcp: 20 }])).toEqual({ fcp: 15 })
  })

  test('a figure is written as its median with the quartiles in brackets', () => {
    expect(withQuartiles({ lower: 471, median: 480, upper: 502 }, milliseconds)).toBe('480 ms (471–502)')
    expect(withQuartiles({ lower: 980, median: 1_204, upper: Infinity }, milliseconds)).toBe('1,204 ms (980–never)')
  })

  test('quartiles that read like the median are left out', () => {
    expect(withQuartiles({ lower: 97_010, median: 97_020, upper: 97_040 }, kilobytes)).toBe('97.0 kB')
  })

  test('the interaction to next paint of a short visit is its longest interaction', () => {
    expect(interactionToNextPaint([16, 120, 80])).toBe(120)
    expect(interactionToNextPaint([])).toBe(0)
  })

  test('the interaction to next paint ignores one interaction in 50', () => {
    const durations = [500, 400, ...Array.from({ length: 47 }, () => 16)]
    expect(interactionToNextPaint(durations)).toBe(500)
    expect(interactionToNextPaint([...durations, 16])).toBe(400)
  })

  test('a long task blocks for its time beyond 50 ms, a short one does not', () => {
    const tasks: [number, number][] = [
      [1_000, 300],
      [2_000, 60],
      [3_000, 50],
    ]
    expect(blockingTime(tasks, 500)).toBe(260)
  })

  test('a task before the first paint does not block', () => {
    const tasks: [number, number][] = [
      [0, 400],
      [900, 200],
    ]
    expect(blockingTime(tasks, 1_000)).toBe(50)
  })

  test('bytes are sorted by media type', () => {
    expect(
      ['text/html', 'text/css', 'text/javascript', 'image/svg+xml', 'font/woff2', 'application/json'].map(kindOf),
    ).toEqual(['html', 'css', 'js', 'pictures', 'fonts', 'data'])
    expect(kindOf('application/pdf')).toBe('other')
  })

  test('a goal relative to the floor is met up to its multiple', () => {
    expect(against('paint', [1_200, 1_000], 1.2)).toMatchObject({ holds: true, found: '1.20 times the floor' })
    expect(against('paint', [1_201, 1_000], 1.2).holds).toBe(false)
  })

  test('a goal with a sufficient absolute figure is met below it, whatever the floor has', () => {
    expect(against('blocking', [49, 0], 1.5, { enough: 50 }).holds).toBe(true)
    expect(against('blocking', [50, 0], 1.5, { enough: 50 }).holds).toBe(false)
  })

  test('a goal relative to another figure than the floor’s names that figure', () => {
    const goal = against('tap', [400, 500], 0.8, { other: 'the page loaded' })
    expect(goal).toMatchObject({ holds: true, found: '0.80 times the page loaded', goal: 'at most 0.8 times' })
  })

  test('an absolute goal is met up to its figure', () => {
    expect(most('script', 97_000, 97_000, kilobytes)).toEqual({
      what: 'script',
      found: '97.0 kB',
      goal: 'at most 97.0 kB',
      holds: true,
    })
    expect(most('script', 97_001, 97_000, kilobytes).holds).toBe(false)
  })

  test('a goal relative to a floor of 0 is written with both figures', () => {
    expect(against('blocking', [257, 0], 1.5)).toMatchObject({ holds: false, found: '257 ms; the floor: 0 ms' })
  })

  test('a figure that was never reached meets no goal, and none is met relative to one', () => {
    expect(against('answer', [Infinity, Infinity], 2)).toMatchObject({ holds: false, found: 'never; the floor: never' })
    expect(against('answer', [60, Infinity], 2).holds).toBe(false)
  })

  test('mismatches of hydration are distinguished from other errors', () => {
    expect(isMismatch('Minified React error #418; visit https://react.dev/errors/418')).toBe(true)
    expect(isMismatch('Hydration failed because the server rendered text did not match the client')).toBe(true)
    expect(isMismatch('Failed to load resource: 404')).toBe(false)
  })
})

describe('the scripted visit', () => {
  const began = { product: 1_000, field: 2_000, quantity: 3_000, add: 4_000, cart: 5_000, checkout: 6_000 }

  test('each interaction belongs to the step that began before it', () => {
    const interactions = [
      { start: 1_010, duration: 120, byKey: false },
      { start: 3_005, duration: 40, byKey: true },
      { start: 3_500, duration: 24, byKey: true },
      { start: 6_100, duration: 88, byKey: false },
    ]
    expect(durationsOf(began, interactions)).toEqual({
      product: 120,
      field: 8,
      quantity: 40,
      add: 8,
      cart: 8,
      checkout: 88,
      inp: 120,
    })
  })

  test('a visit that does not reach the checkout has no interaction to next paint', () => {
    const { cart: _, checkout: __, ...first } = began
    expect(durationsOf(first, [{ start: 4_100, duration: 80, byKey: false }])).toEqual({
      product: 8,
      field: 8,
      quantity: 8,
      add: 80,
      cart: Infinity,
      checkout: Infinity,
      inp: Infinity,
    })
  })
})

/** A run that meets every goal. */
function runOf({
  js = 80_000,
  fcp = 300,
  nodes = 800,
  tap = 300,
  shift = 0,
  beside = [] as string[],
} = {}): WebFigures {
  const bytes = { html: 10_000, css: 0, js, pictures: 0, fonts: 0, data: 0, other: 0, headers: 0, scriptsBefore: 0 }
  const times = { fcp, lcp: 900, products: 400, heading: 400, tbt: 40, alive: 900 }
  const counts = { requests: 20, recalculations: 20, layouts: 20, elements: 500, nodes }
  const loaded: Load = { ...bytes, ...times, ...counts, cls: 0, heap: 2_300_000 }
  const acts = { stroke: 5, longestStroke: 8, key: 16, longestKey: 24, answer: 60 }
  const gathered = gather(beside)
  gathered.home.shop.push({ ...loaded, ...acts })
  gathered.home.floor.push({ ...loaded, ...acts, fcp: 300 })
  for (const taps of Object.values(gathered.early)) taps.push({ answer: 60, inCart: 1, hit: true, errors: [] })
  gathered.routes.push({ route: tap })
  gathered.others.search.push({ ...loaded, cls: shift })
  gathered.others.product.push(loaded)
  gathered.purchases.push(durationsOf({}, []))
  for (const loads of Object.values(gathered.beside)) loads.push(loaded)
  const taps = { tried: 20, lost: 0, missed: 0, doubled: 0 }
  return {
    chromium: '1',
    profiles: [summarizeProfile(phone, gathered)],
    early: { shop: taps, floor: taps },
    errors: [],
    plain: { list: true, detail: true, search: true, information: true, searchForm: true },
  }
}

const missedBy = (run: WebFigures) =>
  goalsOf(run)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what)

describe('the goals', () => {
  test('a run within every limit meets every goal', () => {
    expect(missedBy(runOf())).toEqual([])
  })

  test.each([
    [{ js: 112_100 }, ['JavaScript until idle, compressed']],
    [{ fcp: 346 }, ['first contentful paint']],
    [{ nodes: 901 }, ['document nodes, pictures included']],
    [{ tap: 321 }, ['tap on a product to its heading']],
    [{ shift: 0.011 }, ['layout shift, largest of home, search and product page']],
  ])('a run with %o misses %o', (figures, missed) => {
    expect(missedBy(runOf(figures))).toEqual(missed)
  })
})

describe('the changes since the last run', () => {
  const before = { 'phone.home.js': 100_000, 'phone.home.fcp': 400, 'phone.floor.fcp': 200 }

  test('bytes and counts are compared as they are', () => {
    expect(changesBetween(before, { ...before, 'phone.home.js': 105_000 })).toEqual([])
    expect(changesBetween(before, { ...before, 'phone.home.js': 105_100 })).toEqual([
      { what: 'home: JavaScript', before: '100.0 kB', now: '105.1 kB' },
    ])
  })

  test('times are compared as multiples of the floor page', () => {
    expect(changesBetween(before, { ...before, 'phone.home.fcp': 800, 'phone.floor.fcp': 400 })).toEqual([])
    expect(changesBetween(before, { ...before, 'phone.floor.fcp': 250 })).toEqual([
      { what: 'home: first contentful paint', before: '2.00 times the floor', now: '1.60 times the floor' },
    ])
  })

  test('times without a figure of the floor page are compared as they are', () => {
    expect(changesBetween({ 'phone.home.route': 500 }, { 'phone.home.route': 400 })).toEqual([
      { what: 'home: tap on a product to its heading', before: '500 ms', now: '400 ms' },
    ])
  })

  test('a figure that no longer happens is a change, and so is one that happens again', () => {
    const [happens, never] = [{ 'phone.purchase.inp': 120 }, { 'phone.purchase.inp': Infinity }]
    expect(changesBetween(happens, never)).toEqual([{ what: 'scripted visit: INP', before: '120 ms', now: 'never' }])
    expect(changesBetween(never, happens)).toEqual([{ what: 'scripted visit: INP', before: 'never', now: '120 ms' }])
    expect(changesBetween(never, never)).toEqual([])
  })

  test('a figure that only one run has is no change', () => {
    expect(changesBetween({}, before)).toEqual([])
    expect(changesBetween(before, {})).toEqual([])
  })

  test('the medians of a run are the same after they are written and read as JSON', () => {
    const run = mediansOfRun(runOf())
    const names = Object.keys(run)
    expect(fromJson(toJson(run))).toEqual(run)
    expect(run).toMatchObject({ 'phone.home.js': 80_000, 'phone.product.heading': 400, 'phone.purchase.inp': Infinity })
    expect(names).toEqual(names.toSorted())
  })

  test('the section exists only if there is a last run, and says so if no figure differs', () => {
    const now = mediansOfRun(runOf())
    expect(changesPart(null, now)).toEqual([])
    expect(changesPart(now, now).join()).toContain('No figure differs by more than 5 %.')
    expect(changesPart(now, mediansOfRun(runOf({ nodes: 700 }))).join()).toContain(
      '| home: document nodes, pictures included | 800 | 700 |',
    )
  })
})

describe('the report', () => {
  test('other shops are listed only if there are any', () => {
    expect(webParts(runOf(), []).join()).not.toContain('Other shops')
    const url = 'https://shop.example/'
    expect(webParts(runOf({ beside: [url] }), []).join()).toContain(`| what | ${url}, phone |`)
  })
})
