import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { waits } from '#contract/waits'
import { lookupMachine } from '#machines/parts/lookup'
import { lookupModel } from '../../model/lookup.model.ts'
import { packs } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import type { WalkedMachine } from '#tools/walks/page-walk'
import { dropsCall, refusesByStatus } from './moving.ts'
import { enters, keepsRowsAway } from './ways.ts'

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'xstate.done.actor.ask':
      return page.answers('products', { listData: packs })
    case 'xstate.after.timeout.lookup.asking':
      await dropsCall(page, 'products')
      return page.page.clock.runFor(waits.lookup.timeout)
    case 'xstate.after.pause.lookup.pausing':
      // the page shows no pause: its timer may not be set yet
      return page.letsPass('products', waits.lookup.pause)
    default: {
      const refusal = event.error as Refusal
      return refusal.code === 'lost' ? page.loses('products') : refusesByStatus(page, 'products', refusal)
    }
  }
}

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  return {
    products: main.querySelectorAll('article').length,
    failed: main.innerText.includes('We couldn’t load the products'),
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  await expect
    .poll(() => page.page.evaluate(read))
    .toEqual({ products: state.matches('answered') ? 2 : 0, failed: state.matches('givenUp') })
  await expect.poll(() => page.isPending('products'), { message: 'the gateway is asked' }).toBe(state.matches('asking'))
}

export const lookupWalks: WalkedMachine = {
  machine: lookupMachine,
  walks: [
    {
      name: 'a list of products',
      model: lookupModel,
      actorPath: 'shop/list/readProducts',
      answeredCalls: ['products'],
      async prepare(page) {
        await keepsRowsAway(page)
        // the clock has not advanced since it started
        await page.visits('/main/brands', null)
        await enters(page, '/main/product-list/0')
      },
      causeEvent,
      checkPage,
    },
  ],
}
