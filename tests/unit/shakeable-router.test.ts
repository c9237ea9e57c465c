import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shakeable, shakeableRouter } from '#src/build/shakeable-router.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const library = join(root, 'node_modules', 'react-router', 'dist', 'development')

test("nothing that React Router makes as it loads is kept for its own sake, and its code is the library's otherwise", () => {
  const seen = new Set<string>()
  for (const name of readdirSync(library).filter(file => /^chunk-.*\.mjs$/.test(file))) {
    const code = readFileSync(join(library, name), 'utf8')
    const marked = shakeable(code, what => seen.add(what))
    expect(marked).not.toMatch(/^var \w+ = React\d*\.(createContext|memo|forwardRef)\(/m)
    const unnamed = code.replaceAll(/^\w+\.displayName = .*;$/gm, '')
    expect(marked.replaceAll(/\/\* @__PURE__ \*\/ (?=React\d*\.(createContext|memo|forwardRef)\()/g, '')).toBe(unnamed)
  }
  expect([...seen].toSorted()).toEqual(['createContext', 'displayName', 'forwardRef', 'memo'])
})

test('a React Router that is written differently fails the build', () => {
  const { buildEnd } = shakeableRouter() as unknown as { buildEnd: (this: { error(words: string): never }) => void }
  const context = {
    error(words: string): never {
      throw new Error(words)
    },
  }
  expect(() => buildEnd.call(context)).toThrow(/no createContext, memo, forwardRef, displayName to mark/)
})
