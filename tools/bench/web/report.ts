import type { Quartiles, Summary } from '../figures.ts'
import { goalsOf } from '../goals.ts'
import { milliseconds, ratio, table, withQuartiles, yesOrNo } from '../markdown.ts'
import type { HomeFigures, ProfileFigures } from './gather.ts'
import { homeFigures, otherPageFigures, otherShopFigures, type Figure } from './listed-figures.ts'
import type { Load } from './load.ts'
import type { WebFigures } from './measure.ts'
import { described, desktop, phone } from './profiles.ts'
import { steps, type Step } from './purchase.ts'

/** The measurements in the browser, in Markdown. @param changes - the section about the last run */
export const webParts = (web: WebFigures, changes: readonly string[]): string[] => [
  `The shop's home page compared with the floor page: the same content, pictures and font in one page written by hand, without
a framework (\`tools/bench/floor\`). The same browser loads both in turn, each time with an empty cache. Figures are
medians, with the lower and the upper quartile in brackets where these differ. Ratios are those of the medians.`,
  `- Phone: ${described(phone)}.\n- Desktop: ${described(desktop)}.`,
  `## Goals\n\nOn the phone.`,
  table(
    ['what', 'measured', 'goal', 'met'],
    goalsOf(web).map(({ what, found, goal, holds }) => [what, found, goal, yesOrNo(holds)]),
  ),
  ...changes,
  ...web.profiles.map(homePart),
  otherPagesPart(web.profiles),
  ...besidePart(web.profiles),
  purchasePart(web.profiles),
  taps(web),
  definitions,
]

/** Figures close to zero on the floor page, for which a ratio is meaningless. */
const noRatio = new Set<keyof HomeFigures>(['cls', 'stroke', 'longestStroke'])

function homePart({ profile, shop, floor, others: { product } }: ProfileFigures): string {
  const shared = homeFigures.map(([what, name, format]) => [
    what,
    withQuartiles(shop[name], format),
    withQuartiles(floor[name], format),
    noRatio.has(name) ? '' : ratio(shop[name].median, floor[name].median),
  ])
  const own = (what: string, figure: Quartiles) => [what, withQuartiles(figure, milliseconds), '', '']
  const rows = [
    ...shared,
    own('hydration done: the performance mark `alive`', shop.alive),
    own('tap on a product to its heading, after five idle seconds', shop.route),
    own("a product's page loaded from its URL, to its heading", product.heading),
  ]
  return `## ${titles[profile.name]}\n\n${table(['what', 'shop', 'floor', 'ratio'], rows)}`
}

const titles = { phone: 'Phone', desktop: 'Desktop' } as const

/** A table with a column for each page. */
const loadTable = (figures: readonly Figure<Load>[], loads: readonly (readonly [string, Summary<Load>])[]): string =>
  table(
    ['what', ...loads.map(([name]) => name)],
    figures.map(([what, name, format]) => [what, ...loads.map(([, load]) => withQuartiles(load[name], format))]),
  )

const otherPagesPart = (profiles: readonly ProfileFigures[]): string =>
  `## Other pages

The search for 'rice' and a product's page of the shop, each loaded from its URL.

${loadTable(
  otherPageFigures,
  profiles.flatMap(({ profile, others: { search, product } }) => [
    [`search, ${profile.name}`, search] as const,
    [`product, ${profile.name}`, product] as const,
  ]),
)}`

/** Nothing if no other shop was loaded. */
function besidePart(profiles: readonly ProfileFigures[]): string[] {
  const loads = profiles.flatMap(({ profile, beside }) =>
    Object.entries(beside).map(([url, load]) => [`${url}, ${profile.name}`, load] as const),
  )
  return loads.length === 0 ? [] : [`## Other shops\n\n${loadTable(otherShopFigures, loads)}`]
}

function purchasePart(profiles: readonly ProfileFigures[]): string {
  const names = Object.keys(steps) as Step[]
  const longest = ({ purchase }: ProfileFigures) =>
    names.reduce((one, other) => (purchase[other].median > purchase[one].median ? other : one))
  const row = (what: string, cell: (figures: ProfileFigures) => string) => [what, ...profiles.map(cell)]
  return `## Scripted visit

From the idle home page to the checkout in one document: the time from each interaction to the next paint.

${table(
  ['what', ...profiles.map(({ profile }) => profile.name)],
  [
    ...names.map(name => row(steps[name], ({ purchase }) => withQuartiles(purchase[name], milliseconds))),
    row('INP: the longest of a visit', ({ purchase }) => withQuartiles(purchase.inp, milliseconds)),
    row('the interaction with the longest median', figures => steps[longest(figures)]),
  ],
)}`
}

const taps = ({ early: { shop, floor }, plain }: WebFigures) => `## Early taps

${table(
  ['what', 'shop', 'floor'],
  [
    ["taps on 'Add to Cart' as soon as it is visible", String(shop.tried), String(floor.tried)],
    ['lost: not in the cart', String(shop.lost), String(floor.lost)],
    ['of these beside the button, because the layout shifted', String(shop.missed), String(floor.missed)],
    ['doubled: in the cart twice', String(shop.doubled), String(floor.doubled)],
  ],
)}

With JavaScript off the search form ${plain.searchForm ? 'works' : 'does not work'}.`

const definitions = `## Definitions

- Bytes: compressed bodies as transferred. Response headers have their own row. Measured as Chromium's
  \`Network.loadingFinished\` less the headers in \`Network.responseReceived\`. A kilobyte has 1,000 bytes. Inline scripts
  and styles count as HTML.
- Idle: the \`load\` event has fired and there was no request for two seconds (one for search and
  product page); after 20 seconds in any case.
- Products visible: the first frame after the first paint in which the first four product names are laid out. On the phone
  they are below the banner and the first screen.
- JavaScript received before products are visible: files that were complete by then. None is needed if the products are
  visible with JavaScript off.
- Total blocking time: the parts of long tasks beyond 50 ms, from the first contentful paint until the page is idle. Measured in a
  load of its own, without Chromium's domain \`Runtime\`: with it, V8 looks up the position of each error that React creates
  while it is loaded, which takes 70 ms on the phone and happens to no shopper. The long task of both pages on the phone is their
  layout, about 130 ms: it counts if the first paint comes before it, so a load has about 80 ms or none.
- Style recalculations and layouts: Chromium's \`RecalcStyleCount\` and \`LayoutCount\`, from the start of the
  navigation until the page is idle.
- Elements: \`document.querySelectorAll('*').length\` of the idle page. Document nodes: Chromium's \`Nodes\` after
  garbage collection, which also counts text, shadow trees and the documents of SVG pictures.
- Heap: the JavaScript heap of the idle page after garbage collection.
- Tap to response: from the time of the \`pointerdown\` event to the first frame in which the card shows another text. On the idle
  page a search was typed and the card was scrolled into view before; both are done.
- Lost and doubled taps are counted in the gateway's cart. Each tap is in a visit of its own, on both profiles.
- Hydration done: the shop's event handlers are attached, and input made before that has been replayed.
- Key to paint, and interaction to next paint: as the browser reports them, in steps of 8 ms. Unreported events take
  less than 16 ms and count as 8.`
