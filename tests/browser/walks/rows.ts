import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { rowsMachine, type RowsContext } from '#machines/catalogue/rows'
import { packs } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { rowsModel } from '../../model/rows.model.ts'
import type { WalkedMachine } from '#tools/walks/page-walk'
import { refusesByStatus } from './moving.ts'
import { enters } from './ways.ts'

const actorPath = 'shop/rows'

const headings = { special: 'On special', season: 'In season' } as const

const region = ({ page }: ModelPage, kind: keyof typeof headings) => page.getByRole('region', { name: headings[kind] })

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  if (event.type === 'rows.open') return page.sends(actorPath, event)
  const { refusal } = event.output as { refusal?: Refusal }
  if (refusal) return refusesByStatus(page, 'products', refusal)
  return page.answers('products', { listData: packs, total: packs.length })
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { rows, queue } = state.context as RowsContext
  if (state.hasTag('busy')) await expect.poll(() => page.isPending('products')).toBe(true)
  for (const kind of ['special', 'season'] as const) {
    const row = rows[kind]
    // before the walk it could not be read
    if (!row) continue
    const isFailed = row.products === null && queue.every(one => one.kind !== kind)
    await expect.poll(() => region(page, kind).getByRole('article').count()).toBe(row.products?.length ?? 0)
    await expect
      .poll(() =>
        region(page, kind)
          .getByRole('button', { name: `Try again: ${headings[kind]}` })
          .count(),
      )
      .toBe(isFailed ? 1 : 0)
  }
}

export const rowsWalks: WalkedMachine = {
  machine: rowsMachine,
  walks: [
    {
      name: 'two rows of the home page',
      model: rowsModel,
      actorPath,
      answeredCalls: ['products'],
      async prepare(page) {
        await page.visits('/main/brands', null)
        await enters(page, '/main/product-list/0')
        // the list of the page itself
        await page.answers('products', { listData: packs, total: packs.length })
        await page.page.getByRole('article').first().waitFor()
        // both rows come near the view, the first one once the second one is lower, and can't be read
        await page.page.getByRole('contentinfo').scrollIntoViewIfNeeded()
        let answered = 0
        const answerNext = async () => {
          if (page.isPending('products')) {
            await page.refuses('products', 409, 'No.')
            answered += 1
          }
          return answered
        }
        await expect.poll(answerNext).toBe(2)
        await expect.poll(() => page.valueOf(actorPath)).toBe('idle')
      },
      causeEvent,
      checkPage,
    },
  ],
}
