import { readFileSync } from 'node:fs'
import { parseSync, Visitor, type ESTree } from 'vite'

/** A test as its source declares it. */
export interface DeclaredTest {
  /** Path relative to the repository. */
  file: string
  /** The titles of the blocks around the test and its own: `the cart › adding a product`. */
  title: string
  /** Numbers of the clauses of the specification that it proves, from `// Specification: 1.2, 5.4` above it. */
  clauses: readonly string[]
  /** Names of the invariants that it proves, from `// Invariant: S7` above it. */
  invariants: readonly string[]
}

interface Block {
  kind: string
  title: string
  start: number
  end: number
}

/** Modifiers with which a test does not run, or is expected to fail: such a test proves nothing. */
const notProving = ['skip', 'skipIf', 'runIf', 'todo', 'fails', 'only']

/** `test` and its modifiers in `test.each(…)(…)` and every other form. */
function namesIn(callee: ESTree.Node): string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'MemberExpression') {
    return [...namesIn(callee.object), ...(callee.property.type === 'Identifier' ? [callee.property.name] : [])]
  }
  return callee.type === 'CallExpression' ? namesIn(callee.callee) : []
}

/** A title as in the source: parameterised tests keep `%s`, `$name` or `${…}`. */
function titleIn(node: ESTree.Node | undefined, code: string): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? code.slice(node.start + 1, node.end - 1) : null
}

/** The values of `// Name: a, b` in the comment lines directly above a position. */
function notedAbove(code: string, position: number, name: string): string[] {
  const lines = code.slice(0, position).split('\n').slice(0, -1)
  const comments = lines.slice(lines.findLastIndex(line => !/^\s*\/\//.test(line)) + 1)
  const prefix = new RegExp(`^\\s*// ${name}: (.+)$`)
  return comments.flatMap(line => prefix.exec(line)?.[1]?.split(', ') ?? [])
}

/**
 * The tests that a file declares and that run.
 *
 * @param root - the repository, with a slash at the end
 * @param file - relative to it
 * @throws when the file cannot be parsed
 */
export function testsIn(root: string, file: string): DeclaredTest[] {
  const code = readFileSync(root + file, 'utf8')
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const blocks: Block[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const [kind = '', ...modifiers] = namesIn(callee)
      const title = titleIn(first, code)
      if (title === null || (kind !== 'describe' && kind !== 'test')) return
      blocks.push({ kind: modifiers.some(one => notProving.includes(one)) ? 'not proving' : kind, title, start, end })
    },
  }).visit(program)
  return blocks
    .filter(({ kind }) => kind === 'test')
    .flatMap(test => {
      const around = blocks.filter(one => one.start <= test.start && one.end >= test.end)
      if (around.some(({ kind }) => kind === 'not proving')) return []
      return {
        file,
        title: around.map(({ title }) => title).join(' › '),
        clauses: notedAbove(code, test.start, 'Specification'),
        invariants: notedAbove(code, test.start, 'Invariant'),
      }
    })
}
