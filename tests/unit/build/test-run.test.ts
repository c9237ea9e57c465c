import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { slowFiles } from '#tools/test-run/slow-first'
import config from '../../../vitest.config.ts'
import { leftOutEngines } from '../../kit/engines/find-engines.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const projects = (config as { test: { projects: { test: { name: string; include: string[]; exclude?: string[] } }[] } })
  .test.projects

/** A glob of vitest.config.ts as a regular expression; supports a folder wildcard, a name wildcard and alternatives. */
function patternOf(glob: string): RegExp {
  const known: Record<string, string> = { '**/': '(?:.+/)?', '*': '[^/]*', '{': '(?:', '}': ')', ',': '|', '.': '\\.' }
  return new RegExp(`^${glob.replaceAll(/\*\*\/|[*{},.]/g, part => known[part]!)}$`)
}

const hasMatch = (globs: string[], file: string) => globs.some(glob => patternOf(glob).test(file))

/** The names of the projects that run a test file. */
const projectsOf = (file: string): string[] =>
  projects
    .filter(({ test: { include, exclude = [] } }) => hasMatch(include, file) && !hasMatch(exclude, file))
    .map(one => one.test.name)

describe('the test run', () => {
  test('has every test file in exactly one project', () => {
    const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
      .map(path => `tests/${path.replaceAll('\\', '/')}`)
      .filter(path => /\.test\.tsx?$/.test(path))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter(file => projectsOf(file).length !== 1)).toEqual([])
  })

  test('leaves the journeys in each engine to npm run test:browsers', () => {
    const journeys = readdirSync(join(root, 'tests/browser/engines')).filter(name => name.endsWith('.test.ts'))
    expect(journeys.map(name => projectsOf(`tests/browser/engines/${name}`))).toEqual(journeys.map(() => ['engines']))
    const sourceOf = (name: string) => readFileSync(join(root, 'tools/test-run', name), 'utf8')
    expect(sourceOf('browsers.ts')).toContain('--project=engines')
    for (const name of ['run.ts', 'quick.ts']) expect(sourceOf(name)).not.toContain('engines')
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

describe('engines that are not installed', () => {
  afterEach(() => void vi.unstubAllEnvs())
  beforeEach(() => {
    for (const name of ['PATH', 'FIREFOX_PATH']) vi.stubEnv(name, '')
  })

  test('are named at the end of the run, with the packages to install', () => {
    expect(leftOutEngines()).toEqual([
      expect.stringMatching(/^Left out: the journeys in Firefox\..* firefox-esr /),
      expect.stringMatching(/^Left out: the journeys in WebKit\..* webkit2gtk-driver and xvfb /),
    ])
  })

  test('are not left out if there is a program at FIREFOX_PATH', () => {
    vi.stubEnv('FIREFOX_PATH', process.execPath)
    expect(leftOutEngines().filter(line => line.includes('Firefox'))).toEqual([])
  })
})
