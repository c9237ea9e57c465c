import type { MachineDescription, State, Transition } from './describe.ts'
import { mermaidOf } from './mermaid.ts'
import type { Relation } from './relations.ts'
import type { EventExample, Walk } from './paths.ts'
import { effectsTable, eventsTable } from './page-events.ts'
import { cell, code, codes, withoutEmptyColumns, link, pathIn, tableOf } from './table.ts'

const heading = '<!-- written by npm run flows; change the machine, not this page -->'

const count = (number: number, one: string, many = `${one}s`) => `**${number}** ${number === 1 ? one : many}`

/** Formats identifiers as code, but not the remarks after them. */
const namesOf = ({ names }: Relation) => names.map(name => name.replace(/^[A-Za-z.]+(?= \(|$)/, '`$&`')).join(', ')

/** The effects and delays that a state waits for. */
function waitsOf({ effects, delays }: State): string {
  const named = effects.map(({ id, src, machine }) => {
    const aside = [id === src ? '' : `as ${code(id)}`, machine ? `machine ${link(machine)}` : '']
      .filter(Boolean)
      .join(', ')
    return aside ? `${code(src)} (${aside})` : code(src)
  })
  return [...named, ...delays.map(delay => `after ${delay}`)].join(', ')
}

const kindOf = ({ type, isFailed, initial }: State) =>
  [type === 'atomic' || (type === 'compound' && initial.length > 0) ? '' : type, isFailed ? 'failed' : '']
    .filter(Boolean)
    .join(', ')

function statesTable(machine: MachineDescription): string[] {
  const starts = new Set(machine.states.flatMap(({ initial }) => initial))
  const rows = machine.states.map(state => [
    `**${pathIn(state.id, machine)}**`,
    state.description,
    [kindOf(state), starts.has(state.id) ? 'first' : '', state.tags.join(', ')].filter(Boolean).join(', '),
    waitsOf(state),
    codes(state.entry),
    codes(state.exit),
  ])
  return withoutEmptyColumns(['State', 'What it means', 'Kind and tags', 'Waits for', 'On entry', 'On exit'], rows)
}

const eventOf = ({ kind, label }: Transition) =>
  kind === 'always' ? '*at once*' : kind === 'event' ? code(label) : label

/** The target of a transition. */
function targetOf({ from, to, reenters }: Transition, machine: MachineDescription): string {
  if (to.length === 0) return 'stays'
  if (to.length === 1 && to[0] === from) return reenters ? 'the same, again' : 'the same'
  return to.map(id => pathIn(id, machine)).join(', ')
}

function transitionsTable(machine: MachineDescription, walks: Walk[]): string[] {
  const pathsOf = (id: string) =>
    walks.flatMap(({ steps }, index) => (steps.some(({ taken }) => taken.includes(id)) ? [index + 1] : []))
  const rows = machine.transitions.map((one, index) => [
    String(index + 1),
    `**${pathIn(one.from, machine)}**`,
    eventOf(one),
    one.guard ? code(one.guard) : one.isOtherwise ? 'otherwise' : '',
    targetOf(one, machine),
    codes(one.actions),
    pathsOf(one.id).join(', '),
  ])
  return withoutEmptyColumns(['#', 'In state', 'On', 'If', 'Leads to', 'Does', 'Paths'], rows)
}

/** A guard's name without its parameters. */
const guardIn = ({ guard }: Transition) => guard?.replace(/\(.*/, '') ?? ''

function guardsTable(machine: MachineDescription): string[] {
  const names = [...new Set(machine.transitions.map(guardIn))].filter(name => name !== '')
  const numbersOf = (name: string) =>
    machine.transitions.flatMap((one, index) => (guardIn(one) === name ? [index + 1] : [])).join(', ')
  const rows = names.map(name => [code(name), machine.guards.get(name) ?? '', numbersOf(name)])
  return rows.length > 0 ? ['## Guards', '', ...tableOf(['Guard', 'True when', 'Used by'], rows), ''] : []
}

function relationsTable(machine: MachineDescription, relations: Relation[]): string[] {
  const own = relations.filter(({ from, to }) => from === machine.id || to === machine.id)
  const words = (relation: Relation): string[] => {
    const { kind, from, to } = relation
    if (from === machine.id)
      return [{ starts: 'starts', tells: 'sends to', reports: 'reports to' }[kind], link(to), namesOf(relation)]
    return [
      { starts: 'is started by', tells: 'receives from', reports: 'gets reports from' }[kind],
      link(from),
      namesOf(relation),
    ]
  }
  const listeners = [
    ...new Set(machine.sentEvents.filter(({ to }) => to === 'listeners').flatMap(({ events }) => events)),
  ]
  const rows = [...own.map(words), ...(listeners.length > 0 ? [['sends to', 'listeners', codes(listeners)]] : [])]
  return rows.length > 0 ? ['## Related machines', '', ...tableOf(['', 'Machine', 'By'], rows), ''] : []
}

function pathsPart(machine: MachineDescription, walks: Walk[]): string[] {
  if (walks.length === 0) return []
  const numbers = new Map(machine.transitions.map(({ id }, index) => [id, index + 1]))
  const taken = new Set(walks.flatMap(({ steps }) => steps.flatMap(step => step.taken)))
  return [
    '## Paths',
    '',
    `The model tests walk these ${walks.length} paths; together they take ${taken.size} of the ${machine.transitions.length} transitions. Each step shows the state it leads to, if that is another one, and the numbers of the transitions it takes.`,
    '',
    ...walks.flatMap(({ model, steps }, index) => [
      '<details>',
      `<summary><b>Path ${index + 1}</b>, ${model}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}</summary>`,
      '',
      ...steps.map(({ what, entered, taken: ids }, at) => {
        const arrows = ids.map(id => numbers.get(id) ?? '?').join(', ')
        return `${at + 1}. ${cell(what)}${entered.length > 0 ? ` → ${codes(entered)}` : ''} <sub>${arrows}</sub>`
      }),
      '',
      '</details>',
      '',
    ]),
  ]
}

const mermaidPart = (machine: MachineDescription): string[] => [
  '<details>',
  '<summary>The same machine as Mermaid text, for reading changes</summary>',
  '',
  ...mermaidOf(machine).flatMap(({ title, text }) => [`**${title}**`, '', '```mermaid', text, '```', '']),
  '</details>',
  '',
]

/** The page of a machine: diagram, guarantees, tables, paths. */
export function pageOf(
  machine: MachineDescription,
  relations: Relation[],
  walks: Walk[],
  examples: Map<string, EventExample>,
): string {
  const effects = new Set(machine.states.flatMap(state => state.effects.map(({ src }) => src)))
  const guards = new Set(machine.transitions.map(guardIn).filter(name => name !== ''))
  const facts = [
    count(machine.states.length - 1, 'state'),
    count(machine.transitions.length, 'transition'),
    count(effects.size, 'effect or machine', 'effects and machines'),
    count(guards.size, 'guard'),
    ...(walks.length > 0 ? [count(walks.length, 'path')] : []),
  ]
  return [
    heading,
    '',
    `# ${machine.id}`,
    '',
    machine.prose,
    '',
    `${facts.join(' · ')} · [machines/${machine.file}](../../machines/${machine.file}) · [all machines](index.md)`,
    '',
    `![Statechart of ${machine.id}: ${machine.description}](${machine.id}.svg)`,
    '',
    ...(machine.promises.length > 0
      ? ['## Guarantees', '', ...machine.promises.map(promise => `- ${promise}`), '']
      : []),
    ...relationsTable(machine, relations),
    '## States',
    '',
    ...statesTable(machine),
    '',
    '## Transitions',
    '',
    ...transitionsTable(machine, walks),
    '',
    ...guardsTable(machine),
    ...eventsTable(machine, relations, examples),
    ...effectsTable(machine),
    ...pathsPart(machine, walks),
    ...mermaidPart(machine),
  ].join('\n')
}

/** The index page, with the relations between machines. */
export function indexOf(
  machines: MachineDescription[],
  relations: Relation[],
  officeMachines: MachineDescription[],
  officeRelations: Relation[],
): string {
  const about = ({ id, description, states, transitions }: MachineDescription) => [
    link(id),
    description,
    [...relations, ...officeRelations]
      .filter(({ kind, to }) => kind === 'starts' && to === id)
      .map(({ from }) => link(from))
      .join(', ') || 'the page',
    String(states.length - 1),
    String(transitions.length),
  ]
  const columns = ['Machine', 'What it is', 'Started by', 'States', 'Transitions']
  const words = { starts: 'starts', tells: 'sends to', reports: 'reports to' }
  return [
    heading,
    '',
    '# Flows',
    '',
    'What the shop does, drawn from the machines that ship. `npm run flows` writes these pages; a test fails when one is stale.',
    '',
    '![Which machine starts, sends to and reports to which](index.svg)',
    '',
    '## Machines',
    '',
    ...tableOf(columns, machines.map(about)),
    '',
    '## Machines of the office',
    '',
    'The office at `/office` is an application of its own.',
    '',
    ...tableOf(columns, officeMachines.map(about)),
    '',
    '## Relations',
    '',
    ...tableOf(
      ['Machine', '', 'Machine', 'By'],
      [...relations, ...officeRelations].map(relation => [
        link(relation.from),
        words[relation.kind],
        link(relation.to),
        namesOf(relation),
      ]),
    ),
    '',
    '## How to read a drawing',
    '',
    '- A white box is a state that waits for the shopper; a blue one waits for the answer of an effect (turning arrow) or of another machine (hooked arrow); a plum one waits for a timer; a red one is where failures end; a green one with two edges is final.',
    '- Dashed frames are regions: each has one state at any moment, all at the same time.',
    '- Black arrows are events, green ones answers, red ones failures, dashed plum ones timers, dotted ones are taken immediately.',
    '- Words on an arrow: **event** [guard] / actions. `[otherwise]` is taken when the guards before it for the same event are false.',
    '- Lines in a box are events that are handled without leaving the state; lines at the foot of a frame apply to each of its states that does not handle the event itself.',
    '',
  ].join('\n')
}
