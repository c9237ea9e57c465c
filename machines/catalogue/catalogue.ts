import { assign, setup } from 'xstate'
import type { Banner, Brand, Category } from '#contract/product'
import { answerIn, isAnswer, lookup, type Answer } from '../parts/lookup.ts'

export interface CatalogueContext {
  categories: Category[]
  topBrands: Brand[]
  brands: Brand[]
  banners: Banner[]
}

/**
 * What the whole shop needs to know of the catalogue: the category menu, the brands and the banners.
 *
 * - All four are loaded at the start of a visit, each on its own: one that fails leaves the others usable.
 */
export const catalogueMachine = setup({
  types: { context: {} as CatalogueContext, events: {} as { type: 'catalogue.retry' }, tags: {} as 'busy' },
  actors: {
    readCategories: lookup<Category[]>('readCategories'),
    readTopBrands: lookup<Brand[]>('readTopBrands'),
    readBrands: lookup<Brand[]>('readBrands'),
    readBanners: lookup<Banner[]>('readBanners'),
  },
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    keepCategories: assign({ categories: (_, categories: Category[]) => categories }),
    keepTopBrands: assign({ topBrands: (_, brands: Brand[]) => brands }),
    keepBrands: assign({ brands: (_, brands: Brand[]) => brands }),
    keepBanners: assign({ banners: (_, banners: Banner[]) => banners }),
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
      states: {
        reading: {
          description: 'The category menu is asked for',
          tags: 'busy',
          invoke: {
            id: 'readCategories',
            src: 'readCategories',
            input: null,
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepCategories', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The category menu is there' },
        unreachable: { description: 'The category menu could not be read', on: { 'catalogue.retry': 'reading' } },
      },
    },
    topBrands: {
      description: 'The ten brands of the side menu',
      initial: 'reading',
      states: {
        reading: {
          description: 'The top brands are asked for',
          tags: 'busy',
          invoke: {
            id: 'readTopBrands',
            src: 'readTopBrands',
            input: null,
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepTopBrands', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The top brands are there' },
        unreachable: { description: 'The top brands could not be read', on: { 'catalogue.retry': 'reading' } },
      },
    },
    brands: {
      description: 'All brands',
      initial: 'reading',
      states: {
        reading: {
          description: 'The brands are asked for',
          tags: 'busy',
          invoke: {
            id: 'readBrands',
            src: 'readBrands',
            input: null,
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepBrands', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The brands are there' },
        unreachable: { description: 'The brands could not be read', on: { 'catalogue.retry': 'reading' } },
      },
    },
    banners: {
      description: 'The banners on top of the product list',
      initial: 'reading',
      states: {
        reading: {
          description: 'The banners are asked for',
          tags: 'busy',
          invoke: {
            id: 'readBanners',
            src: 'readBanners',
            input: null,
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepBanners', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The banners are there' },
        unreachable: { description: 'The banners could not be read', on: { 'catalogue.retry': 'reading' } },
      },
    },
  },
})
