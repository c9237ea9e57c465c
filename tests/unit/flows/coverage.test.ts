import { describe, expect, test } from 'vitest'
import { machines } from '#machines/whole-shop'
import { pageCoverage } from '#tools/flows/recorded'
import { transitionsOf } from '#tools/walks/graph'

const page = pageCoverage() ?? {}

/** The machines that must be walked on the page: one with a single transition, which opens its page, has no paths. */
const walkedMachines = Object.entries(machines).filter(([, machine]) => transitionsOf(machine).size > 1)

describe.each(walkedMachines)(
  'tools/flows/page-coverage.json about %s; if this fails, run npm run flows:book',
  (id, machine) => {
    const names = [...transitionsOf(machine).values()]
    const { transitions = {}, untaken = {} } = page[id] ?? {}

    test('names existing transitions only', () => {
      expect(Object.keys({ ...transitions, ...untaken }).filter(name => !names.includes(name))).toEqual([])
    })
    test('lists every transition as taken, or with a reason', () => {
      expect(names.filter(name => !transitions[name] && !untaken[name])).toEqual([])
    })
  },
)

test('tools/flows/page-coverage.json names existing machines only', () => {
  expect(Object.keys(page).filter(id => !(id in machines))).toEqual([])
})
