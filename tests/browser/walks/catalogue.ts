import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { catalogueModel } from '../../model/catalogue.model.ts'
import { answers } from '../../kit/outcomes.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { refusesByStatus } from './moving.ts'

const actorPath = 'shop/catalogue'
const pages = { home: '/main/product-list/0', brands: '/main/brands' }

type State = 'reading' | 'ready' | 'unreachable'
const valueOf = ({ value }: AnyMachineSnapshot) =>
  value as Record<'categories' | 'topBrands' | 'brands' | 'banners', State>

/** The calls behind the parts. */
const calls: Record<string, Call> = {
  readCategories: 'categoryMenu',
  readTopBrands: 'topBrands',
  readBrands: 'brands',
  readBanners: 'banners',
}

const retries = ({ page }: ModelPage) =>
  page
    .getByRole('navigation', { name: 'Categories and brands' })
    .or(page.getByRole('alert').filter({ hasText: 'We couldn’t load the brands' }))
    .getByRole('button', { name: 'Try again' })

/** The page of each part: all brands have their own page, the banners are on the home page. */
async function standsWhere(page: ModelPage, { actorId }: AnyEventObject, before: AnyMachineSnapshot) {
  const { categories, topBrands } = valueOf(before)
  const isAboutBrands =
    actorId === undefined ? categories !== 'unreachable' && topBrands !== 'unreachable' : actorId === 'readBrands'
  const path = isAboutBrands ? pages.brands : pages.home
  await page.goes(path)
  await page.page.locator(path === pages.brands ? 'h1:has-text("Brands")' : 'h1:has-text("Features")').waitFor()
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  await standsWhere(page, event, before)
  if (event.type === 'catalogue.retry') return retries(page).first().click()
  const call = calls[event.actorId as string]!
  const { refusal } = event.output as { refusal?: Refusal }
  if (refusal) return refusesByStatus(page, call, refusal)
  return page.answers(call, { listData: answers[event.actorId as string] })
}

/** The parts of the page that the model describes. */
const read = () => {
  const menu = document.querySelector<HTMLElement>('nav[aria-label="Categories and brands"]')!
  const [categories, topBrands] = [...menu.querySelectorAll('section')].map(section => {
    if (section.innerText.includes('We couldn’t load the')) return 'unreachable'
    return section.querySelectorAll('li').length > 0 ? 'ready' : 'reading'
  })
  const main = document.querySelector('main')!
  const isBrands = location.pathname === '/main/brands'
  const count = main.querySelector('h1 small')
  return {
    categories,
    topBrands,
    ...(isBrands
      ? { brands: main.innerText.includes('We couldn’t load the brands') ? 'unreachable' : count ? 'ready' : 'reading' }
      : { hasBanners: main.querySelector('[aria-label="Banners"]') !== null }),
  }
}

async function checkPage({ page }: ModelPage, state: AnyMachineSnapshot) {
  const { categories, topBrands, brands, banners } = valueOf(state)
  const isBrands = new URL(page.url()).pathname === pages.brands
  await expect
    .poll(() => page.evaluate(read))
    .toEqual({ categories, topBrands, ...(isBrands ? { brands } : { hasBanners: banners === 'ready' }) })
}

export const catalogueWalks: WalkedMachine = {
  machine: catalogueMachine,
  walks: [
    {
      name: 'its parts',
      // missing banners have no retry: a retry button belongs to another part
      model: only(catalogueModel, (state, { type }) => {
        const { categories, topBrands, brands } = valueOf(state)
        return type !== 'catalogue.retry' || [categories, topBrands, brands].includes('unreachable')
      }),
      actorPath,
      answeredCalls: Object.values(calls),
      prepare: page => page.visits(pages.home, null),
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'catalogue.retry' ? retries(page) : null),
    },
  ],
}
