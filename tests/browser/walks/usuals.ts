import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { usualsMachine, type UsualProduct, type UsualsContext } from '#machines/usuals/usuals'
import { mai, packs } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { usualsModel } from '../../model/usuals.model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { visitsAsCustomer } from './moving.ts'
import { beginsFor, enters, followsLink } from './ways.ts'

const actorPath = 'shop/usuals'
const path = '/account/usuals'

const contextOf = (state: AnyMachineSnapshot) => state.context as UsualsContext
const main = ({ page }: ModelPage) => page.getByRole('main')

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'page.open': {
      const made = page.made('usuals')
      if (!before.matches('unopened')) await followsLink(page, '/main/brands')
      await (event.move === 'POP' ? enters : followsLink)(page, path)
      // the request of the page before is not answered any more
      if (before.matches('reading')) await page.waitsForNewCall('usuals', made)
      return
    }
    case 'usuals.retry':
      return contextOf(before).usuals.length > 0
        ? page.sends(actorPath, event)
        : main(page).getByRole('button', { name: 'Try again' }).click()
    case 'xstate.done.actor.readUsuals': {
      const usuals = event.output as UsualProduct[]
      const listData = usuals.map(({ product, quantity }) => ({
        ...packs.find(({ id }) => id === product.id)!,
        usualQuantity: quantity,
      }))
      return page.answers('usuals', { listData })
    }
    case 'xstate.error.actor.readUsuals':
      return page.loses('usuals', 2)
    default:
      // the walk of the machine that adds the products is on an order
      return page.sends(actorPath, event)
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (state.matches('unopened')) return
  await main(page).getByRole('heading', { level: 1, name: 'Your usuals' }).waitFor()
  const { usuals } = contextOf(state)
  await expect.poll(() => main(page).getByRole('article').count()).toBe(usuals.length)
  const isFailed = state.matches('unreachable') && usuals.length === 0
  await expect.poll(() => main(page).getByRole('alert').count()).toBe(isFailed ? 1 : 0)
}

export const usualsWalks: WalkedMachine = {
  machine: usualsMachine,
  walks: [
    {
      name: 'the page of a customer',
      model: only(usualsModel, (state, { type }) => !state.matches('unopened') || type === 'page.open'),
      actorPath,
      answeredCalls: ['begin', 'usuals', 'cart', 'productsById'],
      async prepare(page) {
        await visitsAsCustomer(page, '/main/brands')
        await beginsFor(page, mai)
      },
      causeEvent,
      checkPage,
    },
  ],
}
