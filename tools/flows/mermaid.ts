import type { MachineDescription, State, Transition } from './describe.ts'
import { isNoted, nameIn, spansOf } from './labels.ts'

/** Replaces characters that end a label in Mermaid by similar ones. */
const plain = (text: string) =>
  text.replaceAll('[', '［').replaceAll(']', '］').replaceAll(/[:;]/g, ' ').replaceAll('"', "'").replaceAll('#', '')

const safe = (id: string) => id.replaceAll(/[^A-Za-z0-9_]/g, '_')

const wordsOf = (transition: Transition) =>
  plain(
    spansOf(transition)
      .map(({ text }) => text)
      .join(' '),
  )

const inner = (state: State): State[] => [state, ...state.states.flatMap(inner)]

function statesIn(container: State, indent: string): string[] {
  return [
    ...container.initial.map(id => `${indent}[*] --> ${safe(id)}`),
    ...container.states.flatMap(state => {
      const waits = state.effects.length > 0 ? ` ⟳ ${state.effects.map(({ src }) => src).join(', ')}` : ''
      const line = `${indent}state "${plain(state.name + waits)}" as ${safe(state.id)}`
      const end = state.type === 'final' ? [`${indent}${safe(state.id)} --> [*]`] : []
      if (state.states.length === 0) return [line, ...end]
      return [`${line} {`, ...statesIn(state, `${indent}  `), `${indent}}`]
    }),
  ]
}

/** One container as Mermaid. Transitions of the container itself are a note, since they have no edge. */
function diagramOf(machine: MachineDescription, container: State): string {
  const states = new Map(inner(container).map(state => [state.id, state]))
  const own = machine.transitions.filter(one => states.has(one.from))
  const arrows = own
    .filter(
      one =>
        one.from !== container.id && !(isNoted(one, states.get(one.from)!) && states.get(one.from)!.states.length > 0),
    )
    .flatMap(one => {
      const words = wordsOf(one)
      return (one.to.length > 0 ? one.to : [one.from]).map(
        to => `  ${safe(one.from)} --> ${safe(to)}${words ? ` : ${words}` : ''}`,
      )
    })
  const notes = own
    .filter(one => isNoted(one, states.get(one.from)!) && states.get(one.from)!.states.length > 0)
    .map(one => `${wordsOf(one)}${one.to.map(id => ` → ${nameIn(id, one.from)}`).join(',')}`)
  const [first] = container.initial
  const note =
    first && notes.length > 0
      ? [`  note right of ${safe(first)}`, '    from anywhere', ...notes.map(words => `    ${words}`), '  end note']
      : []
  const named = (name: string, isOne: (state: State) => boolean) => {
    const ids = [...states.values()]
      .filter(state => state.states.length === 0 && isOne(state))
      .map(({ id }) => safe(id))
    return ids.length > 0 ? [`  class ${ids.join(',')} ${name}`] : []
  }
  return [
    'stateDiagram-v2',
    '  direction TB',
    ...statesIn(container, '  '),
    ...arrows,
    ...note,
    '  classDef busy fill:#E6ECF8,stroke:#2B4C9B,color:#221D1A',
    '  classDef failed fill:#FBE6E0,stroke:#A81C13,color:#221D1A',
    ...named('busy', state => state.effects.length > 0 && !state.isFailed),
    ...named('failed', state => state.isFailed),
  ].join('\n')
}

/** A machine as Mermaid text, one diagram per region: GitHub's version can't render nested states in regions. */
export function mermaidOf(machine: MachineDescription): { title: string; text: string }[] {
  const { root } = machine
  const containers = root.type === 'parallel' ? root.states : [root]
  return containers.map(container => ({ title: container.name, text: diagramOf(machine, container) }))
}
