import type { Chart, State, Transition } from './describe.ts'
import { mermaidOf } from './mermaid.ts'
import type { Tie } from './neighbours.ts'
import type { Said, Walk } from './paths.ts'
import { effectsTable, eventsTable } from './page-events.ts'
import { cell, code, codes, lean, link, pathIn, tableOf } from './table.ts'

const heading = '<!-- written by npm run flows; change the chart, not this page -->'

const count = (number: number, one: string, many = `${one}s`) => `**${number}** ${number === 1 ? one : many}`

/** Names from code look like code, remarks about them don't. */
const namesOf = ({ names }: Tie) => names.map(name => name.replace(/^[A-Za-z.]+(?= \(|$)/, '`$&`')).join(', ')

/** What a state waits for, in words. */
function waitsOf({ effects, delays }: State): string {
  const named = effects.map(({ id, src, chart }) => {
    const aside = [id === src ? '' : `as ${code(id)}`, chart ? `chart ${link(chart)}` : ''].filter(Boolean).join(', ')
    return aside ? `${code(src)} (${aside})` : code(src)
  })
  return [...named, ...delays.map(delay => `after ${delay}`)].join(', ')
}

const kindOf = ({ type, isFailed, initial }: State) =>
  [type === 'atomic' || (type === 'compound' && initial.length > 0) ? '' : type, isFailed ? 'failed' : '']
    .filter(Boolean)
    .join(', ')

function statesTable(chart: Chart): string[] {
  const starts = new Set(chart.states.flatMap(({ initial }) => initial))
  const rows = chart.states.map(state => [
    `**${pathIn(state.id, chart)}**`,
    state.description,
    [kindOf(state), starts.has(state.id) ? 'first' : '', state.tags.join(', ')].filter(Boolean).join(', '),
    waitsOf(state),
    codes(state.entry),
    codes(state.exit),
  ])
  return lean(['State', 'What it means', 'Kind and tags', 'Waits for', 'On entry', 'On exit'], rows)
}

const eventOf = ({ kind, label }: Transition) =>
  kind === 'always' ? '*at once*' : kind === 'event' ? code(label) : label

/** Where a transition leads. */
function targetOf({ from, to, reenters }: Transition, chart: Chart): string {
  if (to.length === 0) return 'stays'
  if (to.length === 1 && to[0] === from) return reenters ? 'the same, again' : 'the same'
  return to.map(id => pathIn(id, chart)).join(', ')
}

function transitionsTable(chart: Chart, walks: Walk[]): string[] {
  const pathsOf = (id: string) =>
    walks.flatMap(({ steps }, index) => (steps.some(({ taken }) => taken.includes(id)) ? [index + 1] : []))
  const rows = chart.transitions.map((one, index) => [
    String(index + 1),
    `**${pathIn(one.from, chart)}**`,
    eventOf(one),
    one.guard ? code(one.guard) : one.isOtherwise ? 'otherwise' : '',
    targetOf(one, chart),
    codes(one.actions),
    pathsOf(one.id).join(', '),
  ])
  return lean(['#', 'In state', 'On', 'If', 'Leads to', 'Does', 'Paths'], rows)
}

/** A guard's name, without what it is asked about. */
const guardIn = ({ guard }: Transition) => guard?.replace(/\(.*/, '') ?? ''

function guardsTable(chart: Chart): string[] {
  const names = [...new Set(chart.transitions.map(guardIn))].filter(name => name !== '')
  const numbersOf = (name: string) =>
    chart.transitions.flatMap((one, index) => (guardIn(one) === name ? [index + 1] : [])).join(', ')
  const rows = names.map(name => [code(name), chart.guards.get(name) ?? '', numbersOf(name)])
  return rows.length > 0 ? ['## Guards', '', ...tableOf(['Guard', 'Lets through when', 'Asked by'], rows), ''] : []
}

function tiesTable(chart: Chart, ties: Tie[]): string[] {
  const own = ties.filter(({ from, to }) => from === chart.id || to === chart.id)
  const words = (tie: Tie): string[] => {
    const { kind, from, to } = tie
    if (from === chart.id)
      return [{ starts: 'starts', tells: 'tells', reports: 'reports to' }[kind], link(to), namesOf(tie)]
    return [{ starts: 'is started by', tells: 'is told by', reports: 'hears from' }[kind], link(from), namesOf(tie)]
  }
  const listeners = [...new Set(chart.says.filter(({ to }) => to === 'listeners').flatMap(({ events }) => events))]
  const rows = [...own.map(words), ...(listeners.length > 0 ? [['tells', 'listeners', codes(listeners)]] : [])]
  return rows.length > 0 ? ['## Neighbours', '', ...tableOf(['', 'Chart', 'By'], rows), ''] : []
}

function pathsPart(chart: Chart, walks: Walk[]): string[] {
  if (walks.length === 0) return []
  const numbers = new Map(chart.transitions.map(({ id }, index) => [id, index + 1]))
  const taken = new Set(walks.flatMap(({ steps }) => steps.flatMap(step => step.taken)))
  return [
    '## Paths',
    '',
    `The model tests walk these ${walks.length} paths; together they take ${taken.size} of the ${chart.transitions.length} transitions. After each step stands where it leads, if that is elsewhere, and the numbers of the transitions it takes.`,
    '',
    ...walks.flatMap(({ model, steps }, index) => [
      '<details>',
      `<summary><b>Path ${index + 1}</b>, ${model}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}</summary>`,
      '',
      ...steps.map(({ what, leads, taken: ids }, at) => {
        const arrows = ids.map(id => numbers.get(id) ?? '?').join(', ')
        return `${at + 1}. ${cell(what)}${leads.length > 0 ? ` → ${codes(leads)}` : ''} <sub>${arrows}</sub>`
      }),
      '',
      '</details>',
      '',
    ]),
  ]
}

const mermaidPart = (chart: Chart): string[] => [
  '<details>',
  '<summary>The same chart as Mermaid text, for reading changes</summary>',
  '',
  ...mermaidOf(chart).flatMap(({ title, text }) => [`**${title}**`, '', '```mermaid', text, '```', '']),
  '</details>',
  '',
]

/** The page of a chart: its drawing, its promises, its tables, its paths. */
export function pageOf(chart: Chart, ties: Tie[], walks: Walk[], said: Map<string, Said>): string {
  const effects = new Set(chart.states.flatMap(state => state.effects.map(({ src }) => src)))
  const guards = new Set(chart.transitions.map(guardIn).filter(name => name !== ''))
  const facts = [
    count(chart.states.length - 1, 'state'),
    count(chart.transitions.length, 'transition'),
    count(effects.size, 'effect or chart', 'effects and charts'),
    count(guards.size, 'guard'),
    ...(walks.length > 0 ? [count(walks.length, 'path')] : []),
  ]
  return [
    heading,
    '',
    `# ${chart.id}`,
    '',
    chart.prose,
    '',
    `${facts.join(' · ')} · [machines/${chart.file}](../../machines/${chart.file}) · [all charts](index.md)`,
    '',
    `![Statechart of ${chart.id}: ${chart.description}](${chart.id}.svg)`,
    '',
    ...(chart.promises.length > 0 ? ['## Promises', '', ...chart.promises.map(promise => `- ${promise}`), ''] : []),
    ...tiesTable(chart, ties),
    '## States',
    '',
    ...statesTable(chart),
    '',
    '## Transitions',
    '',
    ...transitionsTable(chart, walks),
    '',
    ...guardsTable(chart),
    ...eventsTable(chart, ties, said),
    ...effectsTable(chart),
    ...pathsPart(chart, walks),
    ...mermaidPart(chart),
  ].join('\n')
}

/** The page that ties the charts together. */
export function indexOf(charts: Chart[], ties: Tie[]): string {
  const about = ({ id, description, states, transitions }: Chart) => [
    link(id),
    description,
    ties
      .filter(({ kind, to }) => kind === 'starts' && to === id)
      .map(({ from }) => link(from))
      .join(', ') || 'the page',
    String(states.length - 1),
    String(transitions.length),
  ]
  const words = { starts: 'starts', tells: 'tells', reports: 'reports to' }
  return [
    heading,
    '',
    '# Flows',
    '',
    'What the shop does, drawn from the charts that ship. `npm run flows` writes these pages; a test fails when one is stale.',
    '',
    '![Who starts, tells and reports to whom](index.svg)',
    '',
    '## Charts',
    '',
    ...tableOf(['Chart', 'What it is', 'Started by', 'States', 'Transitions'], charts.map(about)),
    '',
    '## Ties',
    '',
    ...tableOf(
      ['Chart', '', 'Chart', 'By'],
      ties.map(tie => [link(tie.from), words[tie.kind], link(tie.to), namesOf(tie)]),
    ),
    '',
    '## How to read a drawing',
    '',
    '- A white box is a state that waits for the shopper; a blue one waits for the answer of an effect (turning arrow) or of another chart (hooked arrow); a plum one for a time; a red one is where failures end; a green one with two edges is final.',
    '- Dashed frames are regions: each has one state at any moment, all at the same time.',
    '- Black arrows are events, green ones answers, red ones failures, dashed plum ones times that are over, dotted ones are taken at once.',
    '- Words on an arrow: **event** [guard] / actions. `[otherwise]` is taken when the guards before it for the same event say no.',
    '- Lines in a box are events that do something and stay; lines at the foot of a frame hold in each of its states that has no answer of its own.',
    '',
  ].join('\n')
}
