import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import {
  deliveryPlaceMachine,
  type DeliveryPlaceContext,
  type KeptPlace,
} from '#machines/delivery-place/delivery-place'
import { foundSuburbs } from '#machines/delivery-place/selectors'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { answers } from '../../kit/outcomes.ts'
import { answerAlways } from '../../kit/page-calls.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { deliveryPlaceModel } from '../../model/delivery-place.model.ts'
import { refusesByStatus } from './moving.ts'
import { beginning } from './shipping.ts'

const actorPath = 'shop/deliveryPlace'

const suburbs = [
  { name: 'Eastwood', postCode: '2122', inDeliveryArea: true, deliveryFee: 5.9 },
  { name: 'Marsfield', postCode: '2122', inDeliveryArea: true, deliveryFee: 5.9 },
  { name: 'Parramatta', postCode: '2150', inDeliveryArea: false },
]

/** The kept place, as the device stores it. */
const keptText = JSON.stringify((answers.readPlace as KeptPlace).place)

const deviceAnswers = 'The effect never fails: a place that the device refuses is kept in memory'

const contextOf = (state: AnyMachineSnapshot) => state.context as DeliveryPlaceContext
const isClosed = (state: AnyMachineSnapshot) => state.matches({ dialog: 'closed' })
const dialog = ({ page }: ModelPage) => page.getByRole('dialog', { name: 'Deliver to' })
const field = (page: ModelPage) => dialog(page).getByLabel('Suburb or post code')
const inDialog = (page: ModelPage, name: string) => dialog(page).getByRole('button', { name, exact: true })
const button = ({ page }: ModelPage) => page.locator('[data-place]')

/** Reading and writing the device takes no time: only what follows from them is offered. Otherwise what the dialog has, or the button. */
function isOffered(state: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const { place, text, area } = contextOf(state)
  if (state.matches({ place: 'reading' })) {
    if (state.matches({ area: 'unread' })) return event.type === 'place.open'
    // the device has no place at first, and one when another tab has chosen it
    const kept = (event.output as { place?: object | null } | undefined)?.place
    return event.type === 'xstate.done.actor.readPlace' && (kept === null) === !isClosed(state)
  }
  if (state.matches({ place: 'writing' })) return event.type === 'xstate.done.actor.writePlace'
  switch (event.type) {
    case 'place.open':
      return isClosed(state)
    case 'place.close':
      return !isClosed(state)
    case 'place.typed':
      return !isClosed(state) && event.value !== text
    case 'place.submit':
      return state.matches({ dialog: 'typing' })
    case 'place.use':
      return !isClosed(state) && foundSuburbs({ area, text }).served.length > 0
    case 'place.remove':
      return !isClosed(state) && place !== null
    case 'place.retry':
      return !isClosed(state) && area === null && state.matches({ area: 'unreachable' })
    case 'xstate.done.actor.watchPlace':
      return isClosed(state) && place === null
    default:
      return /^xstate\.(?:done\.actor\.readArea|after)/.test(event.type)
  }
}

/** With a kept place, the area is read when a page shows what delivery to it costs. */
const isOfKeptPlace = (state: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  state.matches({ place: 'reading' })
    ? event.type === 'xstate.done.actor.readPlace' && (event.output as KeptPlace).place !== null
    : event.type === 'xstate.done.actor.readArea' && 'answer' in event.output

/** Another tab chooses the place. */
const changesElsewhere = ({ page }: ModelPage) =>
  page.evaluate(text => {
    localStorage.setItem('shop.place', text)
    window.dispatchEvent(new StorageEvent('storage', { key: 'shop.place' }))
  }, keptText)

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'place.open':
      return button(page).click()
    case 'place.close':
      return inDialog(page, 'Close').click()
    case 'place.typed':
      return field(page).fill(event.value as string)
    case 'place.submit':
      return field(page).press('Enter')
    case 'place.use':
      return inDialog(page, 'Use Eastwood 2122').click()
    case 'place.remove':
      return inDialog(page, 'Remove this place').click()
    case 'place.retry':
      return inDialog(page, 'Try again').click()
    case 'xstate.done.actor.watchPlace':
      return changesElsewhere(page)
    case 'xstate.done.actor.readArea': {
      const { refusal } = event.output as { refusal?: Refusal }
      if (refusal) return refusesByStatus(page, 'suburbs', refusal)
      return page.answers('suburbs', { listData: suburbs })
    }
    case 'xstate.after.areaAge.deliveryPlace.area.ready':
      return page.page.clock.fastForward(5 * 60_000)
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { place, text, area } = contextOf(state)
  if (state.matches({ area: 'reading' })) await expect.poll(() => page.isPending('suburbs')).toBe(true)
  if (!state.matches({ place: 'reading' })) {
    const name = place ? 'Deliver to Eastwood 2122' : 'Deliver to'
    await expect.poll(() => button(page).textContent()).toBe(name)
  }
  await expect.poll(() => field(page).count()).toBe(isClosed(state) ? 0 : 1)
  if (isClosed(state)) return
  const found = foundSuburbs({ area, text }).served
  await expect.poll(() => dialog(page).getByRole('button', { name: /^Use / }).count()).toBe(found.length)
  await expect
    .poll(() => inDialog(page, 'Try again').count())
    .toBe(area === null && state.matches({ area: 'unreachable' }) ? 1 : 0)
}

/** The slots are read by a machine of their own. */
const withoutSlots = {
  ...deliveryPlaceModel,
  key(state: AnyMachineSnapshot) {
    const { place, text, area } = contextOf(state)
    return JSON.stringify([state.value, place !== null, text, area !== null])
  },
}

export const deliveryPlaceWalks: WalkedMachine = {
  machine: deliveryPlaceMachine,
  walks: [
    {
      name: 'its dialog',
      model: only(withoutSlots, isOffered),
      actorPath,
      answeredCalls: ['suburbs'],
      isTransient: state => state.matches({ place: 'reading' }) || state.matches({ place: 'writing' }),
      async prepare(page) {
        await answerAlways(page.page, 'begin', { json: beginning })
        await page.visits('/main/brands', null)
      },
      causeEvent,
      checkPage,
    },
    {
      name: 'a kept place',
      model: only(withoutSlots, isOfKeptPlace),
      actorPath,
      answeredCalls: ['suburbs'],
      async prepare(page) {
        await answerAlways(page.page, 'begin', { json: beginning })
        await page.page.addInitScript(text => localStorage.setItem('shop.place', text), keptText)
        await page.visits('/main/delivery-info', null)
      },
      async causeEvent(page, event) {
        if (event.type !== 'xstate.done.actor.readArea') return
        // this page and the machine of the place read the suburbs, in either order
        for (let reader = 0; reader < 2; reader += 1) await page.answers('suburbs', { listData: suburbs })
      },
      async checkPage(page, state) {
        await expect.poll(() => button(page).textContent()).toBe('Deliver to Eastwood 2122')
        const facts = page.page.getByRole('region', { name: 'Delivery to Eastwood 2122' })
        await expect.poll(() => facts.count()).toBe(contextOf(state).area ? 1 : 0)
      },
    },
  ],
  untaken: {
    'deliveryPlace.place.reading | xstate.error.actor.readPlace | deliveryPlace.place.kept': deviceAnswers,
    'deliveryPlace.place.writing | xstate.error.actor.writePlace | deliveryPlace.place.kept': deviceAnswers,
    'deliveryPlace.place.kept | xstate.error.actor.watchPlace | deliveryPlace.place.reading': deviceAnswers,
  },
}
