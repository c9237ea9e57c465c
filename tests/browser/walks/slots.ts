import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { slotsMachine, type SlotsContext } from '#machines/slots/slots'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import type { ModelPage } from '../../kit/page-model.ts'
import { answers } from '../../kit/outcomes.ts'
import { slotsModel } from '../../model/slots.model.ts'
import { asksNoFee, chooses, comes, continues, isAt, opensCheckout } from './counter.ts'
import { dropsCall } from './moving.ts'

const actorPath = 'shop/checkout/slots'
const contextOf = (state: AnyMachineSnapshot) => state.context as SlotsContext
const button = ({ page }: ModelPage, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** The delivery step is open from the first question on. Its slots are asked for by another method, or by opening the step again. */
function isOffered(state: AnyMachineSnapshot, { type, methodId }: AnyEventObject): boolean {
  const { question, slots } = contextOf(state)
  if (question === null) return type === 'slots.show' && methodId === 'home'
  if (type === 'slots.show')
    return question.methodId !== methodId || state.value === 'old' || state.value === 'unreachable'
  if (type === 'slots.retry') return state.value === 'unreachable' && slots.length === 0
  return true
}

async function editsDetails(page: ModelPage) {
  await button(page, 'Edit Your Details').click()
  await isAt(page, 'Your Details')
}

async function shows(page: ModelPage, methodId: unknown, before: AnyMachineSnapshot) {
  const { question } = contextOf(before)
  if (question !== null && question.methodId !== methodId)
    return chooses(page, methodId === 'home' ? 'Home delivery' : 'Pick up')
  if (question !== null) await editsDetails(page)
  await continues(page)
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  // the answer to an earlier question is not awaited
  const isLeft = event.type === 'slots.show' || event.type === 'slots.clear'
  if (isLeft && before.value === 'reading') await dropsCall(page, 'slots')
  switch (event.type) {
    case 'slots.show':
      return shows(page, event.methodId, before)
    case 'slots.check':
    case 'slots.renew':
      // the checkout sends it when an order is sent, and when its slot is refused
      return page.sends(actorPath, event)
    case 'slots.clear':
      // the checkout sends it when the order is placed; its next order begins at the first step
      await page.sends(actorPath, event)
      return editsDetails(page)
    case 'slots.retry':
      return button(page, 'Try again').click()
    case 'xstate.after.slotsAge.slots.ready':
      return page.page.clock.fastForward(5 * 60_000)
  }
  if (event.error) return page.loses('slots', 2)
  return page.answers('slots', { slots: event.output })
}

async function checkPage({ page }: ModelPage, state: AnyMachineSnapshot) {
  const { question, slots } = contextOf(state)
  if (question === null) return
  const shown = slots.filter(({ methodId }) => methodId === question.methodId)
  await expect.poll(() => page.getByRole('radiogroup', { name: 'When' }).getByRole('radio').count()).toBe(shown.length)
  await expect
    .poll(() => page.getByText('We couldn’t load the times.').count())
    .toBe(state.value === 'unreachable' && shown.length === 0 ? 1 : 0)
}

export const slotsWalks: WalkedMachine = {
  machine: slotsMachine,
  walks: [
    {
      name: 'the checkout',
      model: only(slotsModel, isOffered),
      actorPath,
      answeredCalls: ['begin', 'cart', 'deliveryMethods', 'slots'],
      async prepare(page) {
        await comes(page, asksNoFee)
        await opensCheckout(page)
        await page.answers('deliveryMethods', { listData: answers.readMethods as object[] })
      },
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'slots.retry' ? button(page, 'Try again') : null),
    },
  ],
}
