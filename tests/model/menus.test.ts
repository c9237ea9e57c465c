import { describe, expect, test } from 'vitest'
import { explore } from '#tools/walks/graph'
import { menusModel } from './menus.model.ts'

const graph = explore(menusModel)

describe('the menus machine', () => {
  // Specification: 2.3.27
  test('never has two dropdowns open', () => {
    const open = [...graph.states.values()].map(({ value }) => (value as { dropdown: string }).dropdown)
    expect(new Set(open)).toEqual(new Set(['closed', 'drawer', 'cart', 'account']))
  })

  // Specification: S.1.39
  test('keeps the drawer open when a category in it is expanded, and closes other dropdowns', () => {
    const after = (dropdown: string) =>
      graph.edges
        .filter(({ from, event }) => event.type === 'menus.toggleCategory' && from.includes(`"dropdown":"${dropdown}"`))
        .map(({ to }) => /"dropdown":"(\w+)"/.exec(to)?.[1])
    expect(new Set(after('drawer'))).toEqual(new Set(['drawer']))
    expect(new Set(after('cart'))).toEqual(new Set(['closed']))
  })

  test("hides and shows the account's side menu only by its button", () => {
    const moved = graph.edges.filter(({ from, to }) => sideOf(from) !== sideOf(to))
    expect(new Set(moved.map(({ event }) => event.type))).toEqual(new Set(['menus.toggleSide']))
  })
})

const sideOf = (state: string) => /"accountSide":"(\w+)"/.exec(state)?.[1]
