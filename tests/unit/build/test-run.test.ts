import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { slowFiles } from '#tools/test-run/slow-first'
import config from '../../../vitest.config.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const projects = (config as { test: { projects: { test: { name: string; include: string[] } }[] } }).test.projects

/** A glob of vitest.config.ts as a regular expression; supports a folder wildcard, a name wildcard and alternatives. */
function patternOf(glob: string): RegExp {
  const known: Record<string, string> = { '**/': '(?:.+/)?', '*': '[^/]*', '{': '(?:', '}': ')', ',': '|', '.': '\\.' }
  return new RegExp(`^${glob.replaceAll(/\*\*\/|[*{},.]/g, part => known[part]!)}$`)
}

describe('the test run', () => {
  test('has every test file in exactly one project', () => {
    const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
      .map(path => `tests/${path.replaceAll('\\', '/')}`)
      .filter(path => /\.test\.tsx?$/.test(path))
    const included = (file: string) =>
      projects
        .filter(({ test: { include } }) => include.some(glob => patternOf(glob).test(file)))
        .map(one => one.test.name)
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter(file => included(file).length !== 1)).toEqual([])
  })

  test('runs the tests of every folder: each is in one of the runs', () => {
    const folders = readdirSync(join(root, 'tests'), { withFileTypes: true }).filter(one => one.isDirectory())
    const withTests = folders
      .map(({ name }) => name)
      .filter(name =>
        readdirSync(join(root, 'tests', name), { recursive: true, encoding: 'utf8' }).some(path =>
          /\.test\.tsx?$/.test(path),
        ),
      )
    expect(withTests.toSorted()).toEqual(['browser', 'contract', 'model', 'reports', 'unit'])
  })

  test('starts slow files first, each of which exists', () => {
    expect(slowFiles.filter(file => !existsSync(join(root, 'tests', file)))).toEqual([])
  })
})
