import { readFileSync } from 'node:fs'
import { parseSync, Visitor, type ESTree } from 'vite'

interface Block {
  kind: 'describe' | 'test'
  title: string
  start: number
  end: number
}

/** `test` of `test.each(…)(…)` and of every other way to write it. */
function rootOf(callee: ESTree.Node): string | null {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootOf(callee.object)
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : null
}

/** A title as it stands in the source: that of a parameterised test with its `%s`, `$name` or `${…}`. */
function titleIn(node: ESTree.Node | undefined, code: string): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? code.slice(node.start + 1, node.end - 1) : null
}

/**
 * The titles of a file's tests, each with those of the blocks that it stands in: `a cart › adds`.
 *
 * @param file - a path that can be read
 */
export function titlesIn(file: string): Set<string> {
  const code = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const blocks: Block[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const kind = rootOf(callee)
      const title = titleIn(first, code)
      if (title !== null && (kind === 'describe' || kind === 'test')) blocks.push({ kind, title, start, end })
    },
  }).visit(program)
  const around = ({ start, end }: Block) => blocks.filter(one => one.start <= start && one.end >= end)
  const tests = blocks.filter(({ kind }) => kind === 'test')
  return new Set(
    tests.map(test =>
      around(test)
        .map(({ title }) => title)
        .join(' › '),
    ),
  )
}
