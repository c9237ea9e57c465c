import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { cover, everyTransition, explore, transitionsOf, type Model } from '../model/graph.ts'
import { menusModel } from '../model/menus.model.ts'
import { launch, ModelPage } from './page-model.ts'

type Dropdown = 'closed' | 'drawer' | 'cart' | 'account'
const valueOf = ({ value }: AnyMachineSnapshot) => value as { dropdown: Dropdown; side: 'shown' | 'hidden' }

/** The drawer is a phone's and the account menu a wide screen's: each width has the events of its own controls. */
const widths: Record<
  'wide' | 'narrow',
  { width: number; offers(state: AnyMachineSnapshot, event: AnyEventObject): boolean }
> = {
  wide: {
    width: 1280,
    offers: (state, { type, menu, page }) => {
      const { dropdown, side } = valueOf(state)
      if (type === 'menus.toggle') return menu !== 'drawer' && dropdown !== 'drawer'
      if (type === 'menus.toggleCategory') return side === 'shown'
      if (type === 'page.shown') return dropdown === 'closed' && (page === 'checkout') === (side === 'shown')
      return type === 'menus.close' && dropdown !== 'closed'
    },
  },
  narrow: {
    width: 390,
    offers: (state, { type, menu }) => {
      const { dropdown } = valueOf(state)
      // the drawer lies over everything: only itself is at hand while it is open
      if (type === 'menus.toggle') return dropdown === 'drawer' ? menu === 'drawer' : menu !== 'account'
      if (type === 'menus.toggleCategory') return dropdown === 'drawer'
      return type === 'menus.close' && dropdown !== 'closed'
    },
  },
}

const offered = (model: Model, offers: (state: AnyMachineSnapshot, event: AnyEventObject) => boolean): Model => ({
  ...model,
  cases: state => model.cases(state).filter(event => offers(state, event)),
})

const header = (page: ModelPage) => page.page.getByRole('banner')
const buttons = { cart: /Shopping Cart/, account: /Account/, drawer: /Menu/ } as const

async function happens(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const { page: tab } = page
  if (event.type === 'menus.close') return tab.keyboard.press('Escape')
  if (event.type === 'menus.toggleCategory') {
    const place =
      valueOf(before).dropdown === 'drawer'
        ? tab.getByRole('dialog')
        : tab.getByRole('navigation', { name: 'Categories and brands' })
    return place.getByRole('button', { name: 'Rice' }).click()
  }
  if (event.type === 'page.shown') {
    if (event.page === 'list') return header(page).getByRole('link', { name: 'Home', exact: true }).click()
    // by the address, as a shopper who goes back: no dropdown is in the way
    await tab.evaluate(() => history.pushState({ key: 'checkout' }, '', '/check-out'))
    return tab.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
  }
  const menu = event.menu as keyof typeof buttons
  if (menu === 'drawer' && valueOf(before).dropdown === 'drawer') {
    return tab.getByRole('dialog').getByRole('button', { name: /Close/ }).click()
  }
  return header(page).getByRole('button', { name: buttons[menu] }).first().click()
}

async function sees(page: ModelPage, state: AnyMachineSnapshot, width: number) {
  const { dropdown, side } = valueOf(state)
  const { page: tab } = page
  await expect
    .poll(() => tab.getByRole('dialog').count(), { message: 'the drawer' })
    .toBe(dropdown === 'drawer' ? 1 : 0)
  if (dropdown !== 'drawer') {
    const isOpen = (name: RegExp) => header(page).getByRole('button', { name }).first().getAttribute('aria-expanded')
    await expect.poll(() => isOpen(buttons.cart), { message: 'the cart' }).toBe(String(dropdown === 'cart'))
    if (width > 1024) {
      await expect.poll(() => isOpen(buttons.account), { message: 'the account' }).toBe(String(dropdown === 'account'))
    }
  }
  const { expanded } = state.context as { expanded: number[] }
  if (width > 1024) {
    await expect
      .poll(
        () =>
          tab.getByRole('navigation', { name: 'Categories and brands' }).getByRole('link', { name: 'Jasmine' }).count(),
        {
          message: 'a category',
        },
      )
      .toBe(side === 'shown' && expanded.length > 0 ? 1 : 0)
  }
}

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

describe('the page keeps up with the menus chart', () => {
  const graphs = Object.entries(widths).map(([name, { width, offers }]) => {
    const graph = explore(offered(menusModel, offers))
    return { name, width, graph, ...cover(graph, everyTransition, 40) }
  })

  test('every transition of the chart can be made to happen on the page', () => {
    const reached = new Set(graphs.flatMap(({ goals }) => [...goals]))
    expect([...transitionsOf(menusModel.machine).values()].filter(name => !reached.has(name))).toEqual([])
  })

  for (const { name, width, graph, paths } of graphs) {
    test.each(paths.map(path => [path.title, path] as const))(`${name}, %s`, async (_title, { steps }) => {
      const page = await ModelPage.open(browser)
      try {
        await page.page.setViewportSize({ width, height: 900 })
        await page.visits('/main/product-list/0', null)
        let at = graph.states.get(graph.initial)!
        for (const { event, to } of steps) {
          await happens(page, event, at)
          at = graph.states.get(to)!
          await sees(page, at, width)
        }
        expect(page.errors).toEqual([])
      } finally {
        await page.close()
      }
    })
  }
})
