import { basename } from 'node:path'
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite'
import { handlers, unused, uses, type Unused } from './unused-react.ts'

/** The version whose code was read for `unused-react.ts`. */
const version = '19.3.1'

/** The function that fails. Each of React's files gets one. */
const leftOut = 'function leftOut(feature) { throw Error(feature + ": tools/build/lean-react.ts"); }'

interface Edit {
  start: number
  end: number
  text: string
}

/** Code after edits. Of two edits of the same code, the one of the larger part counts. */
function edited(code: string, edits: readonly Edit[]): string {
  let [text, at] = ['', 0]
  for (const { start, end, text: instead } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    text += code.slice(at, start) + instead
    at = end
  }
  return text + code.slice(at)
}

/** The name of a variable or property, or of the last one in `(before, name)`. */
function nameOf(node: ESTree.Node): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'SequenceExpression') return nameOf(node.expressions.at(-1)!)
  return node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier'
    ? node.property.name
    : null
}

/** Whether the case that follows these statements runs after them. */
function fallsThrough(statements: readonly ESTree.Statement[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return fallsThrough(last.body)
  return !/^(?:Break|Return|Throw|Continue)Statement$/.test(last?.type ?? '')
}

/** The new body of each function that gets one. */
function bodiesOf({ failing = {}, idle = [], bodies = {} }: Unused): Map<string, string> {
  return new Map([
    ...Object.entries(failing).flatMap(([feature, names]) =>
      names.map(name => [name, `{ leftOut(${JSON.stringify(feature)}); }`] as const),
    ),
    ...idle.map(name => [name, '{}'] as const),
    ...Object.entries(bodies),
  ])
}

/**
 * One of React's files without what the shop does not use.
 *
 * @param file - its name: a key of `unused`
 * @throws if it is of another version, or has no code with an expected name
 */
export function lean(file: string, code: string): string {
  if (!code.includes(`exports.version = "${version}";`))
    throw new Error(`${file} is not of React ${version}: check what tools/build/unused-react.ts leaves out`)
  const without = unused[file]!
  const bodies = bodiesOf(without)
  const constant = new Map(Object.entries(without.constant ?? {}))
  const components = new Map(Object.entries(without.components ?? {}))
  const cases = new Map(Object.entries(without.cases ?? {}))
  const [properties, assignments, classes] = [without.properties, without.assignments, without.classes].map(
    names => new Set(names),
  ) as [Set<string>, Set<string>, Set<string>]
  const missing = new Set(
    [bodies, constant, components, cases, properties, assignments, classes].flatMap(names => [...names.keys()]),
  )

  const edits: Edit[] = []
  const edit = (start: number, end: number, text: string) => edits.push({ start, end, text })
  /** Notes that code with a name was found. */
  const found = (name: string) => missing.delete(name)
  const longest = Math.max(...[...missing].map(name => name.length), 0) * 2
  /** A node's code on one line. */
  const textOf = ({ start, end }: ESTree.Node) =>
    end - start > longest ? '' : code.slice(start, end).replace(/\s+/g, ' ')

  /** Whether a variable or property never has this number. */
  const isNever = (node: ESTree.Node, value: ESTree.Node | null) =>
    value?.type === 'Literal' && !!without.numbers?.[nameOf(node) ?? '']?.includes(value.value as number)
  /** The start of nodes that are no values: what is declared or assigned, and keys. */
  const names = new Set<number>()
  const fold = (node: ESTree.Node) => {
    const text = textOf(node)
    const value = constant.get(text)
    if (value === undefined || names.has(node.start)) return
    found(text)
    edit(node.start, node.end, value)
  }
  const give = (name: string, body: ESTree.Node | null) => {
    if (!body || !bodies.has(name)) return
    found(name)
    edit(body.start, body.end, bodies.get(name)!)
  }
  /** The functions around a node. Variables of dropped code are declared as before: other code of the function may use them. */
  const functions: { name: string; dropped: { start: number; end: number }[]; variables: Set<string> }[] = []

  const visitor = new Visitor({
    FunctionDeclaration({ id, body }) {
      functions.push({ name: id!.name, dropped: [], variables: new Set() })
      give(id!.name, body)
    },
    'FunctionDeclaration:exit'({ body }) {
      const variables = [...functions.pop()!.variables]
      if (variables.length > 0) edit(body!.start + 1, body!.start + 1, ` var ${variables.join(', ')};`)
    },
    ExpressionStatement({ start, end, expression }) {
      if (expression.type !== 'AssignmentExpression') return
      const name = textOf(expression.left)
      const [, owner = name] = /^(\w+)\.prototype\.\w+$/.exec(name) ?? []
      const dropped = assignments.has(name) ? name : classes.has(owner) && owner
      if (!dropped) return
      found(dropped)
      edit(start, end, '')
    },
    AssignmentExpression({ start, end, left, right }) {
      names.add(left.start)
      const name = textOf(left)
      if (right.type === 'FunctionExpression') give(name, right.body)
      if (!constant.has(name)) return
      edit(start, right.start, '(')
      edit(end, end, ')')
    },
    VariableDeclarator({ id }) {
      names.add(id.start)
      const around = functions.at(-1)
      if (around?.dropped.some(({ start, end }) => start <= id.start && id.end <= end)) around.variables.add(textOf(id))
    },
    ObjectExpression({ properties: all }) {
      for (const one of all) {
        if (one.type !== 'Property') continue
        names.add(one.key.start)
        const name = [textOf(one.key), textOf(one)].find(text => properties.has(text))
        if (name === undefined) continue
        found(name)
        edit(one.start, one.end + /^\s*,?/.exec(code.slice(one.end))![0].length, '')
      }
    },
    SwitchStatement({ discriminant, cases: all }) {
      const around = functions.at(-1)
      const absent = cases.get(around?.name ?? '') ?? []
      let isReached = false
      for (const { start, end, test, consequent } of all) {
        const feature = test && components.get(textOf(test))
        const [first] = consequent
        if (feature && first) {
          found(textOf(test))
          around?.dropped.push({ start, end })
          edit(first.start, end, `leftOut(${JSON.stringify(feature)});`)
          isReached = false
          continue
        }
        const isAbsent = test && (isNever(discriminant, test) || absent.includes(textOf(test)))
        if (isAbsent) {
          if (absent.includes(textOf(test))) found(around!.name)
          // what follows the label is still run after the case above, if that has no `break`
          const last = isReached && first ? first.start : end
          around?.dropped.push({ start, end: last })
          edit(start, last, '')
        }
        if (first ? !isAbsent || isReached : !isAbsent) isReached = fallsThrough(consequent)
      }
    },
    BinaryExpression(node) {
      const { start, end, operator, left, right } = node
      if (/^[!=]==$/.test(operator) && (isNever(left, right) || isNever(right, left)))
        edit(start, end, operator === '===' ? '!1' : '!0')
      else fold(node)
    },
    CallExpression: fold,
    ConditionalExpression: fold,
    Identifier: fold,
    Literal: fold,
    LogicalExpression: fold,
    MemberExpression: fold,
  })
  visitor.visit(parseSync(file, code, { sourceType: 'script' }).program)
  if (missing.size > 0) throw new Error(`${file} has no ${[...missing].join(', ')}`)
  return `${edited(code, edits)}\n${leftOut}\n`
}

/** Leaves what the shop does not use of React out of builds for browsers. Development and tests have all of React. */
export function leanReact(): Plugin {
  return {
    name: 'shop:lean-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/(?:react|react-dom|react-dom-client)\.production\.js$/ },
      handler: (code, id) => ({ code: lean(basename(id), code), map: null }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const used =
          file.type === 'chunk' && file.name !== 'react' && (uses.exec(file.code) ?? handlers.exec(file.code))
        if (used) this.error(`${file.fileName} uses React's ${used[1]}, which tools/build/lean-react.ts leaves out`)
      }
    },
  }
}
