import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { menusMachine } from '#machines/menus/menus'
import { menusModel } from '../../model/menus.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'

type Dropdown = 'closed' | 'drawer' | 'cart' | 'account'
const valueOf = ({ value }: AnyMachineSnapshot) => value as { dropdown: Dropdown; accountSide: 'shown' | 'hidden' }

interface Walked {
  width: number
  /** A customer is logged in. */
  customer?: true
  offers(state: AnyMachineSnapshot, event: AnyEventObject): boolean
}

/**
 * The drawer is a phone's and the account menu a wide screen's: each width has the events of its own controls. The account's
 * side menu is a customer's.
 */
const widths: Record<'wide' | 'narrow' | 'account', Walked> = {
  wide: {
    width: 1280,
    offers: (state, { type, menu }) => {
      const { dropdown } = valueOf(state)
      if (type === 'menus.toggle') return menu !== 'drawer' && dropdown !== 'drawer'
      if (type === 'menus.toggleCategory') return true
      return type === 'menus.close' && dropdown !== 'closed'
    },
  },
  narrow: {
    width: 390,
    offers: (state, { type, menu }) => {
      const { dropdown } = valueOf(state)
      // the open drawer covers the page: only its own controls can be used
      if (type === 'menus.toggle') return dropdown === 'drawer' ? menu === 'drawer' : menu !== 'account'
      if (type === 'menus.toggleCategory') return dropdown === 'drawer'
      return type === 'menus.close' && dropdown !== 'closed'
    },
  },
  account: {
    width: 1280,
    customer: true,
    offers: (_state, { type }) => type === 'menus.toggleSide',
  },
}

const header = (page: ModelPage) => page.page.getByRole('banner')
const buttons = { cart: /Shopping Cart/, account: /Account/, drawer: /Menu/ } as const

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const { page: tab } = page
  if (event.type === 'menus.close' && valueOf(before).dropdown === 'drawer') {
    return tab.getByRole('dialog').getByRole('button', { name: /Close/ }).click()
  }
  if (event.type === 'menus.close') return tab.keyboard.press('Escape')
  if (event.type === 'menus.toggleCategory') {
    const place =
      valueOf(before).dropdown === 'drawer'
        ? tab.getByRole('dialog')
        : tab.getByRole('navigation', { name: 'Categories and brands' })
    return place.getByRole('button', { name: 'Rice' }).click()
  }
  if (event.type === 'menus.toggleSide') return tab.getByRole('button', { name: /^(Hide|Show) menu$/ }).click()
  const menu = event.menu as keyof typeof buttons
  if (menu === 'drawer' && valueOf(before).dropdown === 'drawer') {
    // the drawer covers the button that opened it: only a second click that was already made arrives here
    return page.sends('shop/menus', event)
  }
  return header(page).getByRole('button', { name: buttons[menu] }).first().click()
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot, width: number) {
  const { dropdown, accountSide } = valueOf(state)
  const { page: tab } = page
  const toggle = tab.getByRole('button', { name: accountSide === 'shown' ? 'Hide menu' : 'Show menu' })
  const isAccount = new URL(tab.url()).pathname === '/manage-account'
  await expect.poll(() => toggle.count(), { message: "the account's side menu" }).toBe(isAccount ? 1 : 0)
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
  if (width > 1024 && !isAccount) {
    await expect
      .poll(
        () =>
          tab.getByRole('navigation', { name: 'Categories and brands' }).getByRole('link', { name: 'Jasmine' }).count(),
        {
          message: 'a category',
        },
      )
      .toBe(expanded.length > 0 ? 1 : 0)
  }
}

/** A customer's token, without a valid signature. */
function keepToken() {
  const claims = { sub: 'c-1', firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', exp: 4e9 }
  localStorage.setItem('shop.token', ['{}', JSON.stringify(claims), 'signed'].map(part => btoa(part)).join('.'))
}

export const menusWalks: WalkedMachine = {
  machine: menusMachine,
  walks: Object.entries(widths).map(([name, { width, customer, offers }]): PageWalk => ({
    name,
    model: only(menusModel, offers),
    actorPath: 'shop/menus',
    answeredCalls: [],
    width,
    cap: 40,
    async prepare(page) {
      if (customer) await page.page.addInitScript(keepToken)
      await page.visits(customer ? '/manage-account' : '/main/product-list/0', null)
    },
    causeEvent,
    checkPage: (page, state) => checkPage(page, state, width),
  })),
}
