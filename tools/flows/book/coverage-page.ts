import { columns, totalOf, type Share } from '../coverage.ts'
import { escaped } from '../text.ts'
import { renderPage, type Book } from './frame.ts'
import { tableIn } from './html.ts'

const partOf = ([number, of]: Share) => (of === 0 ? 100 : Math.round((number / of) * 1000) / 10)
const bar = (share: Share) => `<i class="bar" style="--part:${partOf(share)}%"></i>`

const sumOf = (title: string, share: Share | null) =>
  share
    ? `<div><b>${share[0]}<small> / ${share[1]}</small></b><span class="soft">${title}</span>${bar(share)}</div>`
    : `<div><b><small>not run</small></b><span class="soft">${title}</span></div>`

const shareIn = (share: Share | null, none: string) =>
  share
    ? `<div class="share">${bar(share)}<span>${share[0]} / ${share[1]}</span></div>`
    : `<span class="soft">${none}</span>`

const pathsIn = (share: Share | null) =>
  share ? `${share[0]}, ${share[1]} steps` : '<span class="soft">not run</span>'

/** The coverage of every machine, and the transitions that are never taken, with the reason. */
export function coverageHtml(book: Book): string {
  const { coverage } = book
  const total = totalOf(coverage)
  const rows = coverage.map(one => [
    `<a href="machines/${one.machine}.html">${one.machine}</a>`,
    shareIn(one.states, ''),
    shareIn(one.model, ''),
    shareIn(one.page, 'not run'),
    shareIn(one.pairs, 'not counted'),
    pathsIn(one.machinePaths),
    pathsIn(one.pagePaths),
    shareIn(one.mutants, 'not run'),
  ])
  const never = coverage.flatMap(({ machine, never: missed }) =>
    missed.map(({ transition, where, why }) => [
      machine,
      `<code>${escaped(transition)}</code>`,
      `<span class="badge bad">on the ${where}</span>`,
      escaped(why),
    ]),
  )
  const main = [
    '<h1>Coverage</h1>',
    '<p class="lead">Which parts of the machines the generated paths take: on the machines alone, and on the real page in a real browser.</p>',
    `<div class="sums">${[
      sumOf('States', total.states),
      sumOf('Transitions', total.model),
      sumOf('Taken on the page', total.page),
      sumOf('Pairs of transitions', total.pairs),
      sumOf('Mutants caught', total.mutants),
    ].join('')}</div>`,
    '<h2>By machine</h2>',
    tableIn(columns, rows),
    '<h2>Never taken</h2>',
    never.length > 0
      ? tableIn(['Machine', 'Transition', 'Where', 'Why'], never)
      : '<p>Nothing: every one is taken.</p>',
  ]
  return renderPage(book, { title: 'Coverage', tab: 'coverage', root: '' }, main.join('\n'))
}
