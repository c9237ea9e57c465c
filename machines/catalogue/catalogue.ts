import { assign, setup } from 'xstate'
import type { Banner, Brand, Category } from '#contract/product'
import { isAnswer, lookup, type Answer } from '../parts/lookup.ts'
import { lookupStates } from '../parts/resource.ts'

export interface CatalogueContext {
  categories: Category[]
  topBrands: Brand[]
  brands: Brand[]
  banners: Banner[]
}

const actors = {
  readCategories: lookup<Category[]>('readCategories'),
  readTopBrands: lookup<Brand[]>('readTopBrands'),
  readBrands: lookup<Brand[]>('readBrands'),
  readBanners: lookup<Banner[]>('readBanners'),
}

const states = lookupStates<CatalogueContext, typeof actors>()
const always = { retry: 'catalogue.retry', input: null } as const

/**
 * The parts of the catalogue that every page needs: the category menu, the brands and the banners.
 *
 * - All four are read when a visit starts, independently: the others can be used if one fails.
 */
export const catalogueMachine = setup({
  types: { context: {} as CatalogueContext, events: {} as { type: 'catalogue.retry' }, tags: {} as 'busy' },
  actors,
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    storeCategories: assign({ categories: (_, categories: Category[]) => categories }),
    storeTopBrands: assign({ topBrands: (_, brands: Brand[]) => brands }),
    storeBrands: assign({ brands: (_, brands: Brand[]) => brands }),
    storeBanners: assign({ banners: (_, banners: Banner[]) => banners }),
  },
}).createMachine({
  id: 'catalogue',
  description: 'Menu, brands and banners',
  context: { categories: [], topBrands: [], brands: [], banners: [] },
  type: 'parallel',
  states: {
    categories: {
      description: 'The category menu',
      initial: 'reading',
      states: states({ src: 'readCategories', store: 'storeCategories', ...always }),
    },
    topBrands: {
      description: 'The ten brands of the side menu',
      initial: 'reading',
      states: states({ src: 'readTopBrands', store: 'storeTopBrands', ...always }),
    },
    brands: {
      description: 'All brands',
      initial: 'reading',
      states: states({ src: 'readBrands', store: 'storeBrands', ...always }),
    },
    banners: {
      description: 'The banners on top of the product list',
      initial: 'reading',
      states: states({ src: 'readBanners', store: 'storeBanners', ...always }),
    },
  },
})
