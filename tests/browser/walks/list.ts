import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { listMachine, type Listing } from '#machines/catalogue/list'
import { facets, isReported, isWaiting, listModel, type ListContext } from '../../model/list.model.ts'
import { packs } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { dropsCall, refusesByStatus } from './moving.ts'
import { enters, keepsRowsAway } from './ways.ts'

const actorPath = 'shop/list'

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  switch (event.type) {
    case 'page.open': {
      if (before.hasTag('busy')) await dropsCall(page, 'products')
      const { pathname, search } = event.location as { pathname: string; search: string }
      return enters(page, pathname + search)
    }
    case 'page.shown':
      return undefined // the shop sends it without a control
    case 'list.retry':
      return page.page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    case 'xstate.done.actor.readProducts': {
      const { refusal } = event.output as { refusal?: Refusal }
      return refusal
        ? refusesByStatus(page, 'products', refusal)
        : page.answers('products', { listData: packs, total: packs.length, facets })
    }
    default:
      throw new Error(`No page makes ${event.type} happen`)
  }
}

const headings = { features: 'Features', category: 'Jasmine' } as Record<string, string>

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  const list = main.querySelector('[aria-label="View"]')
  return {
    heading: main.querySelector('h1')?.firstChild?.textContent?.trim(),
    products: main.querySelectorAll('article').length,
    failed: main.innerText.includes('We couldn’t load the products'),
    sort: list ? main.querySelector('select')!.value : null,
    // a window on a list that could not be read still has the region
    filters: [...main.querySelectorAll<HTMLInputElement>('[aria-label="Filters"] :checked')].map(({ name }) => name),
  }
}

/** The filters that the page shows as chosen. */
const chosenIn = (shown: Listing | null) => (shown?.facets ? [...new URLSearchParams(shown.view.filters).keys()] : [])

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (isWaiting(state)) return
  const { shown } = state.context as ListContext
  const busy = state.hasTag('busy')
  const count = shown?.products?.length ?? 0
  const failed = shown !== null && shown.products === null && !busy
  await expect
    .poll(() => page.page.evaluate(read))
    .toEqual({
      heading: shown ? headings[shown.filter.criteria] : 'Brands',
      products: count,
      failed,
      sort: shown && !failed ? shown.view.sort : null,
      filters: chosenIn(shown),
    })
  if (busy)
    await expect
      .poll(() => page.isPending('products'), { message: `${shown!.filter.criteria} is asked for` })
      .toBe(true)
}

export const listWalks: WalkedMachine = {
  machine: listMachine,
  walks: [
    {
      name: 'lists',
      // a page that is ready is shown at once
      model: only(
        listModel,
        (state, { type }) => type !== 'visit.started' && (!isReported(state) || type === 'page.shown'),
      ),
      actorPath,
      answeredCalls: ['products'],
      async prepare(page) {
        await keepsRowsAway(page)
        await page.visits('/main/brands', null)
      },
      causeEvent,
      checkPage,
      control: ({ page }, { type }) =>
        type === 'list.retry' && page.url().includes('/product-list/')
          ? page.getByRole('main').getByRole('button', { name: 'Try again' })
          : null,
    },
  ],
  untaken: {
    'list | visit.started | (stays)': 'the server has rendered the list: tests/browser/catalogue/pages.test.ts',
  },
}
