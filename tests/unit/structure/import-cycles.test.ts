import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const tops = ['contract', 'machines', 'src', 'gateway', 'tests', 'tools']

type Graph = ReadonlyMap<string, ReadonlySet<string>>

const files = tops.flatMap(top =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => posix.join(top, name)),
)

/** The file that an import names; null for packages and files that are not TypeScript. */
function fileAt(importer: string, specifier: string): string | null {
  if (!/^[.#]/.test(specifier)) return null
  const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(importer), specifier)
  return [path, `${path}.ts`, `${path}.tsx`].find(one => /\.tsx?$/.test(one) && existsSync(join(root, one))) ?? null
}

/** Which file imports which, imports of types and `import()` included. */
const importsOf: Graph = new Map(
  files.map(file => {
    const text = readFileSync(join(root, file), 'utf8')
    const statements = text.matchAll(/^(?:import|export|\})[^'\n]*\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm)
    const specifiers = [...statements].map(([, statically, lazily]) => statically ?? lazily!)
    return [file, new Set(specifiers.flatMap(specifier => fileAt(file, specifier) ?? []))]
  }),
)

/** A folder of a top-level folder; a file that is directly in the top-level folder counts by itself. */
const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Which folder imports which of the same top-level folder. */
function folderGraph(): Graph {
  const graph = new Map<string, Set<string>>(files.map(file => [folderOf(file), new Set<string>()]))
  for (const [file, imported] of importsOf) {
    const from = folderOf(file)
    for (const to of [...imported].map(folderOf)) {
      if (to !== from && to.split('/')[0] === from.split('/')[0]) graph.get(from)!.add(to)
    }
  }
  return graph
}

/** Everything that is reached from a node. */
function reachedFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>()
  const next = [start]
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    for (const to of graph.get(node) ?? []) {
      if (!reached.has(to)) next.push(to)
      reached.add(to)
    }
  }
  return reached
}

/** The groups of nodes that reach one another, each as one sorted line. */
function cyclesIn(graph: Graph): string[] {
  const reached = new Map([...graph.keys()].map(node => [node, reachedFrom(graph, node)]))
  const groups = [...graph.keys()]
    .filter(node => reached.get(node)!.has(node))
    .map(node =>
      [...reached.get(node)!]
        .filter(other => reached.get(other)!.has(node))
        .toSorted()
        .join(' '),
    )
  return [...new Set(groups)].toSorted()
}

describe('imports', () => {
  test('of files have no cycle', () => expect(cyclesIn(importsOf)).toEqual([]))

  test('of folders have no cycle', () => expect(cyclesIn(folderGraph())).toEqual([]))
})
