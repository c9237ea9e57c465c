import { Visitor, type ESTree, type Plugin } from 'vite'

type Property = ESTree.ObjectProperty

const propertiesOf = (node: ESTree.Node): Property[] =>
  node.type === 'ObjectExpression' ? node.properties.filter(one => one.type === 'Property') : []

const keyOf = ({ key, computed }: Property): string | null =>
  key.type === 'Identifier' && !computed ? key.name : key.type === 'Literal' ? String(key.value) : null

/** The descriptions of a state and of the states in it. */
function descriptionsIn(state: ESTree.Node): Property[] {
  return propertiesOf(state).flatMap(property => {
    const key = keyOf(property)
    if (key === 'description' && property.value.type === 'Literal') return [property]
    return key === 'states' ? propertiesOf(property.value).flatMap(({ value }) => descriptionsIn(value)) : []
  })
}

/**
 * A chart's module without the descriptions of its states; nothing else is touched.
 *
 * @param code - JavaScript
 * @param program - the same, parsed
 */
export function withoutDescriptions(code: string, program: ESTree.Program): string {
  const found: Property[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [chart] }) {
      const called = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name
      if (called === 'createMachine' && chart) found.push(...descriptionsIn(chart))
    },
  })
  visitor.visit(program)
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

/** Leaves out of the built shop what charts say for diagrams and for people who develop it. */
export function undescribedCharts(): Plugin {
  return {
    name: 'shop:undescribed-charts',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/machines\/[\w-]+\/[\w-]+\.ts$/, code: 'createMachine' },
      handler(code) {
        return { code: withoutDescriptions(code, this.parse(code)), map: null }
      },
    },
  }
}
