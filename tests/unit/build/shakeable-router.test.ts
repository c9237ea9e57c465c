import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shakeable, shakeableRouter } from '#tools/build/shakeable-router'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const library = join(root, 'node_modules', 'react-router', 'dist', 'development')

/** The library's code without `displayName` lines. */
const unnamed = (code: string) =>
  code
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^try \{\n[^}]*__reactRouterVersion =[^}]*\}\n\} catch \(e\) \{\n\}$/gm, '')

/** The code without the added marks. */
const unmarked = (marked: string) =>
  marked
    .replaceAll(/^(var \w+ = )\/\* @__PURE__ \*\/ \(\(\) => (class [^]*?^\})\)\(\);$/gm, '$1$2;')
    .replaceAll(/\/\* @__PURE__ \*\/ (?=React\d*\.(createContext|memo|forwardRef)\(|new URL\()/g, '')
    .replaceAll(
      /^(var (\w+) = class extends React\d*\.Component \{) static (contextType = \w+;)([^]*?^\};\n)/gm,
      '$1$4$2.$3',
    )

test("every side effect of React Router's modules is marked as pure, and the rest of the code is unchanged", () => {
  const seen = new Set<string>()
  for (const name of readdirSync(library).filter(file => /^chunk-.*\.mjs$/.test(file))) {
    const code = readFileSync(join(library, name), 'utf8')
    const marked = shakeable(code, what => seen.add(what))
    expect(marked).not.toMatch(/^var \w+ = (React\d*\.(createContext|memo|forwardRef)\(|class extends React|new URL)/m)
    expect(marked).not.toMatch(/^\w+\.\w+ = /m)
    expect(unmarked(marked)).toBe(unnamed(code))
  }
  expect([...seen].toSorted()).toEqual([
    'URL',
    'class',
    'contextType',
    'createContext',
    'displayName',
    'forwardRef',
    'memo',
    'version',
  ])
})

test('a version of React Router without the expected code fails the build', () => {
  const { buildEnd } = shakeableRouter() as unknown as { buildEnd: (this: { error(words: string): never }) => void }
  const context = {
    error(words: string): never {
      throw new Error(words)
    },
  }
  expect(() => buildEnd.call(context)).toThrow(
    /no createContext, memo, forwardRef, contextType, class, URL, version, displayName to mark/,
  )
})
