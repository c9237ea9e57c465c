import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { searchMachine } from '#machines/search/search'
import { searchModel } from '../../model/search.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import type { WalkedMachine } from '#tools/walks/page-walk'

const box = ({ page }: ModelPage) => page.getByRole('search').getByRole('combobox', { name: 'Search product' })
const button = ({ page }: ModelPage) => page.getByRole('search').getByRole('button', { name: 'Search' })

const causeEvent = (page: ModelPage, { type, value }: AnyEventObject) =>
  type === 'search.typed' ? box(page).fill(value as string) : button(page).click()

async function checkPage(page: ModelPage, state: AnyMachineSnapshot, { type }: AnyEventObject) {
  const { text } = state.context as { text: string }
  await expect.poll(() => box(page).inputValue()).toBe(text)
  await expect.poll(() => button(page).isDisabled()).toBe(state.matches('empty'))
  if (type !== 'search.submit') return
  await expect.poll(() => new URL(page.page.url()).search).toBe('?by=search&q=rice')
  await page.page.getByRole('heading', { level: 1, name: 'Results for “rice”' }).waitFor()
}

export const searchWalks: WalkedMachine = {
  machine: searchMachine,
  walks: [
    {
      name: 'its box',
      model: searchModel,
      actorPath: 'shop/search',
      answeredCalls: [],
      prepare: page => page.visits('/main/product-list/0', null),
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'search.submit' ? button(page) : box(page)),
    },
  ],
}
