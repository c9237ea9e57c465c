import { Visitor, type ESTree, type Plugin } from 'vite'
import { pathInRoot } from './chunks.ts'

type Property = ESTree.ObjectProperty

const propertiesOf = (node: ESTree.Node): Property[] =>
  node.type === 'ObjectExpression' ? node.properties.filter(one => one.type === 'Property') : []

const keyOf = ({ key, computed }: Property): string | null =>
  key.type === 'Identifier' && !computed ? key.name : key.type === 'Literal' ? String(key.value) : null

const isDescription = (property: Property): boolean =>
  keyOf(property) === 'description' && property.value.type === 'Literal'

/** The descriptions of a state and of the states in it. */
function descriptionsIn(state: ESTree.Node): Property[] {
  return propertiesOf(state).flatMap(property => {
    const key = keyOf(property)
    if (isDescription(property)) return [property]
    return key === 'states' ? propertiesOf(property.value).flatMap(({ value }) => descriptionsIn(value)) : []
  })
}

/**
 * A machine's module without the descriptions of its states and the `types` of its setup; nothing else is changed.
 *
 * @param code - JavaScript
 * @param program - the same, parsed
 * @param hasStatesOnly - every object in the module is a state, as in the shared states of `machines/parts`
 */
export function withoutDescriptions(code: string, program: ESTree.Program, hasStatesOnly = false): string {
  const found: Property[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [machine] }) {
      const called = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name
      if (called === 'createMachine' && machine && !hasStatesOnly) found.push(...descriptionsIn(machine))
      // `types` is for the compiler: XState does not read it
      const isSetup = callee.type === 'Identifier' && callee.name === 'setup'
      if (isSetup && machine) found.push(...propertiesOf(machine).filter(one => keyOf(one) === 'types'))
    },
    ObjectExpression(node) {
      if (hasStatesOnly) found.push(...propertiesOf(node).filter(isDescription))
    },
  })
  visitor.visit(program)
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

/** Removes the descriptions of states, which are for diagrams and developers, from the built shop. */
export function stripDescriptions(): Plugin {
  return {
    name: 'shop:strip-descriptions',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/machines\/[\w-]+\/[\w-]+\.ts$/, code: /description|setup/ },
      handler(code, id) {
        const path = pathInRoot(id)
        if (!path.startsWith('machines/')) return null
        return { code: withoutDescriptions(code, this.parse(code), path.startsWith('machines/parts/')), map: null }
      },
    },
  }
}
