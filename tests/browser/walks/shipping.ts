import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { shippingMachine, type ShippingContext } from '#machines/shipping/shipping'
import { shippingModel } from '../../model/shipping.model.ts'
import { answers } from '../../kit/outcomes.ts'
import { answerAlways } from '../../kit/page-calls.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { dropsCall, refusesByStatus } from './moving.ts'
import { enters } from './ways.ts'

const actorPath = 'shop/shipping'

const region = { regionId: 1, regionName: 'New South Wales', countryId: 1, countryName: 'Australia' }
/** The settings of a gateway that limits its delivery area, and asks the fee by suburb. */
export const beginning = {
  statusCode: 200,
  shoppingCart: [],
  customerInfo: null,
  billingAddress: null,
  deliveryAddress: [],
  limitAreaShipping: 'T',
  receivedOnlinePayment: 'F',
  calculateDeliveyFee: 'T',
  deliveryFee: '9.50',
  minimumOrderLimit: '30.00',
  storeRegion: region,
}
const suburbs = [{ name: 'Eastwood', postCode: '2122', inDeliveryArea: true, deliveryFee: 5.9 }]

const hasTerms = (state: AnyMachineSnapshot) => (state.context as ShippingContext).terms !== null
const tryAgain = ({ page }: ModelPage) => page.getByRole('main').getByRole('button', { name: 'Try again' })

/** Enters the page, from another one if it is shown. */
async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  switch (event.type) {
    case 'page.open':
      if (before.hasTag('busy')) await dropsCall(page, 'deliveryMethods')
      return enters(page, '/main/delivery-info')
    case 'shipping.retry':
      return tryAgain(page).click()
    case 'xstate.done.actor.readTerms': {
      const { refusal } = event.output as { refusal?: Refusal }
      if (refusal) return refusesByStatus(page, 'deliveryMethods', refusal)
      return page.answers('deliveryMethods', { listData: answers.readMethods })
    }
    default:
      throw new Error(`No page makes ${event.type} happen`)
  }
}

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  return {
    hasTerms: main.innerText.includes('Eastwood 2122'),
    hasFailed: main.innerText.includes('We couldn’t load the delivery fees'),
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (state.matches('unopened')) return
  if (state.hasTag('busy')) await expect.poll(() => page.isPending('deliveryMethods')).toBe(true)
  await expect
    .poll(() => page.page.evaluate(read))
    .toEqual({ hasTerms: hasTerms(state), hasFailed: state.matches('unreachable') && !hasTerms(state) })
}

export const shippingWalks: WalkedMachine = {
  machine: shippingMachine,
  walks: [
    {
      name: 'its terms',
      // terms that were read before are shown although they can't be read again
      model: only(shippingModel, (state, { type }) => type !== 'shipping.retry' || !hasTerms(state)),
      actorPath,
      answeredCalls: ['deliveryMethods'],
      async prepare(page) {
        await answerAlways(page.page, 'begin', { json: beginning })
        await answerAlways(page.page, 'suburbs', { json: { statusCode: 200, listData: suburbs } })
        await page.visits('/main/brands', null)
      },
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'shipping.retry' ? tryAgain(page) : null),
    },
  ],
}
