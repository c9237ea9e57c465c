import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { forgottenMachine, forgottenErrors, type ForgottenContext } from '#machines/password/forgotten'
import { forgottenModel } from '../../model/forgotten.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { button, enters, field, leaves, presses, seesForm, seesHeading } from './ways.ts'

const path = '/forget-password'
const submits = /^(Send reset link|Sending…)$/
const isUntouched = (state: AnyMachineSnapshot) => state.matches({ form: 'untouched' })

/** The events that the page can send in a state: after the submission there is no form. */
function isOffered(state: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (type === 'forgotten.blurred') return isUntouched(state)
  return type !== 'forgotten.typed' || !state.matches('sent')
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'page.open':
      return enters(page, path)
    case 'forgotten.typed':
      return field(page, 'Email').fill(event.value as string)
    case 'forgotten.blurred':
      return leaves(page, 'Email')
    case 'forgotten.submit':
      return presses(page, submits)
    case 'xstate.done.actor.sendLink':
      return page.answers('forgotPassword', {})
    default:
      return page.loses('forgotPassword')
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (state.matches('sent')) return seesHeading(page, 'Check your email')
  const { email, refusal } = state.context as ForgottenContext
  const isWrong = !isUntouched(state) && forgottenErrors({ email }).email !== undefined
  await seesForm(page, {
    filled: email === '' ? [] : ['email'],
    wrong: isWrong ? ['email'] : [],
    alert: refusal?.message ?? '',
    busy: state.matches('sending'),
  })
}

export const forgottenWalks: WalkedMachine = {
  machine: forgottenMachine,
  walks: [
    {
      name: 'the form',
      model: only(forgottenModel, isOffered),
      actorPath: 'shop/forgotten',
      answeredCalls: ['forgotPassword'],
      prepare: page => page.visits(path, null),
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'forgotten.submit' ? button(page, submits) : null),
    },
  ],
}
