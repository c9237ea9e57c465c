import { describe, expect, test } from 'vitest'
import { machines } from '#machines/whole-shop'
import { pageCoverage } from '#tools/flows/recorded'
import { transitionsOf } from '#tools/walks/graph'

const page = pageCoverage() ?? {}

describe.each(Object.entries(machines))(
  'what docs/coverage.json says of %s; if it is wrong: npm run flows:book',
  (id, machine) => {
    const names = [...transitionsOf(machine).values()]
    const { transitions = {}, untaken = {} } = page[id] ?? {}

    test('is about transitions that there are', () => {
      expect(Object.keys({ ...transitions, ...untaken }).filter(name => !names.includes(name))).toEqual([])
    })
    test('has every transition as taken, or says why not', () => {
      expect(names.filter(name => !transitions[name] && !untaken[name])).toEqual([])
    })
  },
)

test('docs/coverage.json names existing machines only', () => {
  expect(Object.keys(page).toSorted()).toEqual(Object.keys(machines).toSorted())
})
