import { goalsOf, kilobytes, milliseconds, ratio } from './goals.ts'
import type { JournalFigures } from './machine/journal.ts'
import type { AnswerTimes } from './machine/pages.ts'
import type { PageFigures, ProfileFigures } from './web/gather.ts'
import type { WebFigures } from './web/measure.ts'
import { described, desktop, phone } from './web/profiles.ts'

/** The measurements outside the browser. */
export interface MachineFigures {
  journal: JournalFigures
  /** Bytes of the first load, compressed by brotli. */
  weight: number
  answers: AnswerTimes
}

/** The measurements and their environment. */
export interface Measured {
  rounds: number
  cores: number
  /** The one-minute load average at the start. */
  busy: number
  node: string
  web: WebFigures | null
  machine: MachineFigures | null
}

type Row = readonly string[]

/** A Markdown table; the first column is text, the others are figures. */
export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

/** The whole report, in Markdown. */
export function reportOf(measured: Measured): string {
  const { web, machine } = measured
  return [
    '# Performance',
    opening(measured),
    ...(web === null ? [] : webParts(web)),
    ...(machine === null ? [] : [machinePart(machine)]),
  ].join('\n\n')
}

const opening = ({ rounds, cores, busy, node, web }: Measured) =>
  `Written by \`npm run bench\`: medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} on ${cores} processor cores with Node ${node}${
    web === null ? '' : ` and Chromium ${web.chromium}`
  }. The machine had a load average of ${busy.toFixed(1)} from other work at the start. Times depend on the machine and its load, ratios far less.`

const webParts = (web: WebFigures): string[] => [
  `The shop's home page compared with the floor page: the same content, pictures and font in one page written by hand, without
a framework (\`tools/bench/floor\`). The same browser loads both in turn, each time with an empty cache.`,
  `- Phone: ${described(phone)}.\n- Desktop: ${described(desktop)}.`,
  `## Goals\n\nOn the phone.`,
  table(
    ['what', 'measured', 'goal', 'met'],
    goalsOf(web).map(({ what, found, goal, holds }) => [what, found, goal, yesOrNo(holds)]),
  ),
  ...web.profiles.map(profilePart),
  taps(web),
  definitions,
]

type Figure = readonly [what: string, name: keyof PageFigures, text: (figure: number) => string]

const figures: readonly Figure[] = [
  ['HTML', 'html', kilobytes],
  ['CSS', 'css', kilobytes],
  ['JavaScript', 'js', kilobytes],
  ['pictures', 'pictures', kilobytes],
  ['fonts', 'fonts', kilobytes],
  ['data', 'data', kilobytes],
  ['other', 'other', kilobytes],
  ['response headers', 'headers', kilobytes],
  ['requests', 'requests', String],
  ['first contentful paint', 'fcp', milliseconds],
  ['largest contentful paint', 'lcp', milliseconds],
  ['products visible', 'products', milliseconds],
  ['JavaScript received by then', 'scriptsBefore', kilobytes],
  ['layout shift', 'cls', shift => shift.toFixed(4)],
  ['total blocking time', 'tbt', milliseconds],
  ['JavaScript heap', 'heap', bytes => `${(bytes / 1e6).toFixed(2)} MB`],
  ["tap on 'Add to Cart' to response, idle page", 'answer', milliseconds],
  ['the same, as soon as the button is visible', 'earlyAnswer', milliseconds],
  ['script per keystroke in the search, median', 'stroke', time => `${time.toFixed(1)} ms`],
  ['script per keystroke in the search, longest', 'longestStroke', time => `${time.toFixed(1)} ms`],
  ['key to paint, median', 'key', milliseconds],
  ['key to paint, longest', 'longestKey', milliseconds],
]

/** Figures close to zero on the floor page, for which a ratio is meaningless. */
const noRatio = new Set<keyof PageFigures>(['cls', 'stroke', 'longestStroke'])

function profilePart({ profile, shop, floor }: ProfileFigures): string {
  const shared = figures.map(([what, name, text]) => [
    what,
    text(shop[name]),
    text(floor[name]),
    noRatio.has(name) ? '' : ratio(shop[name], floor[name]),
  ])
  const own: Row[] = [
    ['tap on a product to its heading, after five idle seconds', milliseconds(shop.route), '', ''],
    ["a product's page loaded from its URL, to its heading", milliseconds(shop.detail), '', ''],
    ['the same, first contentful paint', milliseconds(shop.detailFcp), '', ''],
    ['the same, largest contentful paint', milliseconds(shop.detailLcp), '', ''],
  ]
  const heading = profile.name === 'phone' ? '## Phone' : '## Desktop'
  return `${heading}\n\n${table(['what', 'shop', 'floor', 'ratio'], [...shared, ...own])}`
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
- Idle: the \`load\` event has fired and there was no request for two seconds (one for a product's page); after 20 seconds
  in any case.
- Products visible: the first frame after the first paint in which the first four product names are laid out. On the phone
  they are below the banner and the first screen.
- JavaScript received by then: files that were complete when the products became visible. None is needed if the products
  are visible with JavaScript off.
- Total blocking time: the parts of long tasks beyond 50 ms, from the first contentful paint until the page is idle.
- Heap: the JavaScript heap of the idle page after garbage collection.
- Tap to response: from the time of the \`pointerdown\` event to the first frame in which the card shows another text.
- Lost and doubled taps are counted in the gateway's cart. Each tap is in a visit of its own, on both profiles.
- Key to paint: as the browser reports it, in steps of 8 ms. Unreported events take less than 16 ms and count as 8.`

const yesOrNo = (holds: boolean) => (holds ? 'yes' : '**no**')

function machinePart({ journal, weight, answers }: MachineFigures): string {
  const { bare, recorded, written, replayed } = journal
  const [journaling, replaying] = [written - bare, 1e6 / replayed]
  const micro = (time: number) => `${time.toFixed(1)} µs`
  const answer = (time: number): string[] => [`${time.toFixed(2)} ms`, Math.round(1_000 / time).toLocaleString('en')]
  return `## Machine side

The whole shop's machines with inert effects; ratios to the machines without a journal.

${table(
  ['what', 'figure', 'ratio'],
  [
    ['an event, without a journal', micro(bare), '1.00'],
    ['events per second, without a journal', Math.round(1e6 / bare).toLocaleString('en'), ''],
    ['an event, recorded', micro(recorded), ratio(recorded, bare)],
    ['an event, recorded and copied as JSON', micro(written), ratio(written, bare)],
    ['replay, entries per second', Math.round(replayed).toLocaleString('en'), ratio(1e6 / replayed, bare)],
  ],
)}

The cost of the journal, as a ratio to the time that XState alone took for an event in the same run.

${table(
  ['what', 'measured', 'ratio', 'goal', 'met'],
  [
    ['journaling an event', micro(journaling), ratio(journaling, bare), `≤ ${micro(8)}`, yesOrNo(journaling <= 8)],
    ['replaying an entry', micro(replaying), ratio(replaying, bare), `≤ ${micro(25)}`, yesOrNo(replaying <= 25)],
    ['bytes of the first load', kilobytes(weight), '', `≤ ${kilobytes(3_000)}`, yesOrNo(weight <= 3_000)],
  ],
)}

The gateway's answers over loopback, compressed for a browser, one at a time; client and gateway share one process. Ratios to
the data alone.

${table(
  ['what', 'time', 'per second', 'ratio'],
  [
    ['the data of the list: POST /v1/product/criteria', ...answer(answers.data), '1.00'],
    ['the home page', ...answer(answers.page), ratio(answers.page, answers.data)],
    ['the home page, each time at a new URL', ...answer(answers.newPage), ratio(answers.newPage, answers.data)],
  ],
)}`
}
