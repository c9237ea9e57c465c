import type { Summary } from './figures.ts'
import { milliseconds, ratio, table, type Format } from './markdown.ts'
import { homeFigures, otherPageFigures, type Figure } from './web/listed-figures.ts'
import type { WebFigures } from './web/measure.ts'
import { steps, type Purchase } from './web/purchase.ts'

/** Medians of a run, by `<profile>.<page>.<figure>`, such as 'phone.home.fcp'. Infinity for what never happened. */
export type Medians = Record<string, number>

/** The medians of a run, in the order of their names. */
export function mediansOfRun({ profiles }: WebFigures): Medians {
  const entries = profiles.flatMap(({ profile, shop, floor, others, purchase }) =>
    Object.entries({ home: shop, floor, ...others, purchase }).flatMap(([page, summary]: [string, Summary<object>]) =>
      Object.entries(summary).map(([name, { median }]) => [`${profile.name}.${page}.${name}`, median] as const),
    ),
  )
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The medians as JSON, with six significant digits; null means Infinity. */
export const toJson = (medians: Medians): string =>
  JSON.stringify(medians, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value))

/** @throws SyntaxError */
export const fromJson = (json: string): Medians =>
  JSON.parse(json, (_, value: unknown) => (value === null ? Infinity : value)) as Medians

/** A figure that differs between two runs. */
export interface Change {
  what: string
  before: string
  now: string
}

/** The difference, as a share, up to which a figure counts as unchanged. */
const tolerance = 0.05

interface Compared {
  what: string
  key: string
  /** The floor's figure of the same name, for times that depend on the machine. */
  floor: string | null
  format: Format
}

const compared: readonly Compared[] = [
  ...homeFigures.map(figure => comparedOn('home', figure)),
  { what: 'home: hydration done', key: 'phone.home.alive', floor: null, format: milliseconds },
  { what: 'home: tap on a product to its heading', key: 'phone.home.route', floor: null, format: milliseconds },
  ...(['search', 'product'] as const).flatMap(page => otherPageFigures.map(figure => comparedOn(page, figure))),
  ...Object.entries({ ...steps, inp: 'INP' } satisfies Record<keyof Purchase, string>).map(([name, what]) => ({
    what: `scripted visit: ${what}`,
    key: `phone.purchase.${name}`,
    floor: null,
    format: milliseconds,
  })),
]

function comparedOn<Figures>(page: string, [what, name, format]: Figure<Figures>): Compared {
  const floor = format === milliseconds ? `phone.floor.${String(name)}` : null
  return { what: `${page}: ${what}`, key: `phone.${page}.${String(name)}`, floor, format }
}

/**
 * The figures on the phone that differ by more than 5 %. Times are compared as multiples of the floor page's figure of
 * the same name, if it has one; all others as they are. Figures that only one run has are left out.
 */
export function changesBetween(before: Medians, now: Medians): Change[] {
  return compared.flatMap(({ what, key, floor, format }) => {
    const [earlier, later] = [before[key], now[key]]
    if (earlier === undefined || later === undefined) return []
    const [first = 0, second = 0] = floor === null ? [] : [before[floor], now[floor]]
    const isRelative = first > 0 && second > 0
    const [one, other] = isRelative ? [earlier / first, later / second] : [earlier, later]
    if (!differs(one, other)) return []
    const text = (figure: number, base: number) =>
      isRelative && Number.isFinite(figure) ? `${ratio(figure, base)} times the floor` : format(figure)
    const change = { what, before: text(earlier, first), now: text(later, second) }
    return change.before === change.now ? [] : [change]
  })
}

const differs = (before: number, now: number): boolean =>
  before !== now && (before === Infinity || Math.abs(now - before) > before * tolerance)

/** The section about the last run, in Markdown; nothing without a last run. */
export function changesPart(before: Medians | null, now: Medians): string[] {
  if (before === null) return []
  const changes = changesBetween(before, now)
  const found =
    changes.length === 0
      ? 'No figure differs by more than 5 %.'
      : table(
          ['what', 'before', 'now'],
          changes.map(change => [change.what, change.before, change.now]),
        )
  return [
    `## Changed since the last run

On the phone, by more than 5 %. Times are compared as multiples of the floor page's figure where it has one.`,
    found,
  ]
}
