import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { favouritesMachine } from '#machines/favourites/favourites'
import type { FavouritesContext, ReadFavourites } from '#machines/favourites/favourites-setup'
import { isSaved } from '#machines/favourites/selectors'
import { guestModel, listModel, pageModel } from '../../model/favourites.model.ts'
import { detail, mai, packs, rice, tea } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { refusesByStatus, visitsAsCustomer } from './moving.ts'
import { beginsFor, enters, logsInElsewhere } from './ways.ts'

const actorPath = 'shop/favourites'
const path = '/main/favourites'
const productPath = '/main/product-detail/1'

const contextOf = (state: AnyMachineSnapshot) => state.context as FavouritesContext
const isUnopened = (state: AnyMachineSnapshot) => state.matches({ list: 'unopened' })

/** The button of the product's page; cards of related products have none until the machine runs. */
const button = ({ page }: ModelPage) =>
  page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: /^Save / })
/** The button of the product on the page of favourites. */
const cardButton = ({ page }: ModelPage) => page.getByRole('main').getByRole('button', { name: `Save ${rice.name}` })

/** What the device holds from now on. */
const holds = ({ page }: ModelPage, productIds: readonly number[]) =>
  page.evaluate(text => localStorage.setItem('shop.own/favourites', text), JSON.stringify(productIds))

/** The call of the change that is in flight. */
const callOf = (state: AnyMachineSnapshot) =>
  contextOf(state).pendingCommands[0]?.kind === 'remove' ? 'removeFavourite' : 'saveFavourites'

/** The list arrives; an older gateway answers 404, and the list of the device is used. */
async function reads(page: ModelPage, { keptOn, productIds, onDevice }: ReadFavourites) {
  await holds(page, keptOn === 'device' ? productIds : onDevice)
  if (keptOn === 'device')
    return refusesByStatus(page, 'favourites', { code: 'refused', status: 404, message: 'There is nothing here.' })
  return page.answers('favourites', { listData: productIds.map(productId => ({ productId })) })
}

/** Another tab has changed the list. */
const changesElsewhere = ({ page }: ModelPage) =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('shop.favourites')
    channel.postMessage('changed')
    channel.close()
  })

/** The list is needed again, as after a reload. */
const opens = (page: ModelPage, event: AnyEventObject) =>
  page.sends('shop', { type: 'machine.start', machine: 'favourites', event })

/** A change of the device's list, which takes no time. */
const isOnDevice = (state: AnyMachineSnapshot) =>
  contextOf(state).keptOn === 'device' && state.matches({ list: 'changing' })

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'favourites.open':
      // the pointer is over the button: the machine starts
      if (!isUnopened(before)) return opens(page, { ...event, visitId: contextOf(before).visitId })
      return button(page).hover()
    case 'favourites.save':
    case 'favourites.remove':
      return button(page).click()
    case 'favourites.retry':
      return page.sends(actorPath, event)
    case 'xstate.done.actor.readFavourites':
      return reads(page, event.output as ReadFavourites)
    case 'xstate.error.actor.readFavourites':
      return page.loses('favourites', 2)
    case 'xstate.done.actor.changeFavourites':
      if (isOnDevice(before)) return
      return page.answers(callOf(before), { data: { productIds: event.output as number[] } })
    case 'xstate.error.actor.changeFavourites': {
      const { code, status, message } = event.error as Refusal
      return code === 'lost' ? page.loses(callOf(before)) : page.refuses(callOf(before), status, message)
    }
    case 'xstate.done.actor.watchTabs':
      return changesElsewhere(page)
    default:
      return page.letsPass(callOf(before), 500)
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (isUnopened(state)) return
  const isPressed = isSaved(contextOf(state), rice.id)
  await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe(String(isPressed))
}

/** The page of a product of the tests: the server's has other products. */
async function entersProduct(page: ModelPage) {
  await enters(page, productPath)
  await page.answers('product', { data: { ...detail, productRelated: [] } })
  await button(page).waitFor()
}

/** The product's page of a customer, whose account is read. */
async function visitsProduct(page: ModelPage) {
  await visitsAsCustomer(page, '/main/brands')
  await beginsFor(page, mai)
  await entersProduct(page)
}

const calls = ['begin', 'product', 'favourites', 'saveFavourites', 'removeFavourite', 'productsById'] as const

const list: PageWalk = {
  name: 'the list of a customer',
  model: only(listModel, (state, { type }) => {
    // what the device does takes no time, and watching does not fail
    if (isOnDevice(state)) return type === 'xstate.done.actor.changeFavourites'
    return type !== 'xstate.error.actor.watchTabs'
  }),
  actorPath,
  answeredCalls: calls,
  regions: ['list'],
  isTransient: isOnDevice,
  prepare: visitsProduct,
  causeEvent,
  checkPage,
}

const guest: PageWalk = {
  name: 'a guest who logs in',
  model: only(guestModel, (state, { type }) => {
    // the device answers at once
    const isReadingDevice = contextOf(state).customerId === null && state.matches({ list: 'reading' })
    return !isReadingDevice || type === 'xstate.done.actor.readFavourites'
  }),
  actorPath,
  answeredCalls: calls,
  regions: ['list'],
  isTransient: state => contextOf(state).customerId === null && state.matches({ list: 'reading' }),
  async prepare(page) {
    await page.visits('/main/brands', null)
    await beginsFor(page, null)
    await entersProduct(page)
  },
  async causeEvent(page, event, before) {
    if (event.type === 'account.changed') {
      await logsInElsewhere(page, mai)
      return beginsFor(page, mai)
    }
    if (event.type.startsWith('xstate.done') && contextOf(before).customerId === null) return
    return causeEvent(page, event, before)
  },
  checkPage,
}

const isFailed = (state: AnyMachineSnapshot) =>
  state.matches({ products: 'unreachable' }) ||
  (contextOf(state).keptOn === null && state.matches({ list: 'unreachable' }))

const main = ({ page }: ModelPage) => page.getByRole('main')

const footerLink = ({ page }: ModelPage) => page.getByRole('contentinfo').getByRole('link', { name: 'Favourites' })

const shownPage: PageWalk = {
  name: 'the page of a customer',
  model: pageModel,
  actorPath,
  answeredCalls: calls,
  regions: ['list', 'products'],
  async prepare(page) {
    await visitsAsCustomer(page, '/main/product-list/0')
    await beginsFor(page, mai)
  },
  async causeEvent(page, event, before) {
    const isClosed = before.matches({ products: 'closed' })
    switch (event.type) {
      case 'page.open': {
        // by keyboard: a press of the pointer on the link would open the list first
        if (isUnopened(before)) return footerLink(page).press('Enter')
        const made = page.made('productsById')
        if (!isClosed) await page.goes('/main/product-list/0')
        await page.goes(path)
        // the request of the page before is not answered any more
        if (before.matches({ products: 'reading' })) await page.waitsForNewCall('productsById', made)
        return
      }
      case 'favourites.open':
        if (!isUnopened(before)) return opens(page, { ...event, visitId: contextOf(before).visitId })
        // a finger goes down on a link to the page, and leaves it
        return footerLink(page).dispatchEvent('pointerdown')
      case 'favourites.save':
      case 'favourites.remove': {
        const isOnPage = !isClosed && (await cardButton(page).isVisible())
        return isOnPage ? cardButton(page).click() : page.sends(actorPath, event)
      }
      case 'favourites.retry': {
        const retry = main(page).getByRole('button', { name: 'Try again' })
        return !isClosed && isFailed(before) ? retry.click() : page.sends(actorPath, event)
      }
      case 'xstate.done.actor.readSavedProducts': {
        const { productIds } = event.output as { productIds: number[] }
        return page.answers('productsById', { listData: packs.filter(({ id }) => productIds.includes(id)) })
      }
      case 'xstate.error.actor.readSavedProducts':
        return page.loses('productsById', 2)
      default:
        return causeEvent(page, event, before)
    }
  },
  async checkPage(page, state) {
    if (state.matches({ products: 'closed' })) return
    await main(page).getByRole('heading', { level: 1, name: 'Favourites' }).waitFor()
    await expect.poll(() => main(page).getByRole('alert').count()).toBe(isFailed(state) ? 1 : 0)
    if (isFailed(state)) return
    for (const { id, name } of [rice, tea]) {
      const one = main(page).getByRole('button', { name: `Save ${name}` })
      const isShown = contextOf(state).products.some(product => product.id === id)
      await expect.poll(() => one.count()).toBe(isShown ? 1 : 0)
      if (isShown) await expect.poll(() => one.getAttribute('aria-pressed')).toBe(String(isSaved(contextOf(state), id)))
    }
  },
}

export const favouritesWalks: WalkedMachine = {
  machine: favouritesMachine,
  walks: [guest, list, shownPage],
  untaken: {
    'favourites.tabs.watching | xstate.error.actor.watchTabs | favourites.tabs.watching':
      'A browser does not fail to listen to other tabs',
  },
}
