import type { AnyMachineSnapshot } from 'xstate'
import { catalogueMachine, type CatalogueContext } from '#machines/catalogue/catalogue'
import { effect } from '#machines/parts/effect'
import { done, type Model } from '#tools/walks/graph'
import { answers, refused } from '../kit/outcomes.ts'

const parts = ['readCategories', 'readTopBrands', 'readBrands', 'readBanners']

/** Menu, brands and banners, each loaded or not. The lookup has its own model. */
export const catalogueModel: Model = {
  machine: catalogueMachine.provide({ actors: Object.fromEntries(parts.map(src => [src, effect(src)])) } as never),
  cases: () => [
    { type: 'catalogue.retry' },
    ...parts.flatMap(id => [done(id, { answer: answers[id] }), done(id, { refusal: refused })]),
  ],
  key(state: AnyMachineSnapshot) {
    const { categories, topBrands, brands, banners } = state.context as CatalogueContext
    return JSON.stringify([state.value, [categories, topBrands, brands, banners].map(({ length }) => length)])
  },
}
