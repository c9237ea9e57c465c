import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { resetMachine, resetErrors, type ResetContext } from '#machines/password/reset'
import type { SecretField } from '#machines/password/secrets'
import type { Refusal } from '#contract/refusal'
import { resetModel } from '../../model/reset.model.ts'
import { newPassword } from '../../kit/password-data.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { button, enters, field, isPastFocus, leaves, presses, seesForm, seesHeading } from './ways.ts'

const path = '/reset-password'
const submits = /^(Change Password|Changing…)$/
const labels: Record<SecretField, string> = { password: 'Password', confirmPassword: 'Confirm password' }
const contextOf = (state: AnyMachineSnapshot) => state.context as ResetContext

/** The events that the page can cause in a state; the link's token is present until it is used. */
function isOffered(state: AnyMachineSnapshot, { type, actorId, field, error }: AnyEventObject): boolean {
  const { touched } = contextOf(state)
  // a link without a token is another walk
  if (actorId === 'findToken') return type.startsWith('xstate.done') || (error as Refusal).status === 410
  // after it was used, a page with another token is opened
  if (state.matches('finding') || state.matches('changed') || state.matches('linkExpired')) return actorId !== undefined
  if (type === 'reset.typed' || type === 'reset.blurred') {
    const isTried = state.matches({ form: 'submitted' })
    return (
      !state.matches('unopened') &&
      !(isTried && isPastFocus(Object.keys(resetErrors(contextOf(state))), touched, field))
    )
  }
  return true
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'page.open':
      return page.isVisited() ? enters(page, path) : page.visits(`${path}?token=link`, null, null)
    case 'reset.typed':
      return field(page, labels[event.field as SecretField]).fill(event.error === null ? newPassword : '')
    case 'reset.blurred':
      return leaves(page, labels[event.field as SecretField])
    case 'reset.submit':
      return presses(page, submits)
    case 'xstate.done.actor.findToken':
      return page.answers('checkResetLink', {})
    case 'xstate.done.actor.resetPassword':
      return page.answers('resetPassword', {})
    default: {
      const { code, status, message } = event.error as Refusal
      if (event.actorId === 'findToken') return page.refuses('checkResetLink', status, message)
      return code === 'lost' ? page.loses('resetPassword') : page.refuses('resetPassword', status, message)
    }
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { secrets, touched, refusal } = contextOf(state)
  if (state.matches('changed')) return seesHeading(page, 'Password changed')
  if (state.matches('linkExpired')) return seesHeading(page, 'This link has expired')
  if (state.matches('tokenMissing'))
    return seesHeading(
      page,
      refusal === null || refusal.code === 'refused' ? 'Open the link again' : 'We didn’t get an answer',
    )
  // the page is shown when the link has been checked
  if (state.matches('finding')) return
  const wrong = Object.keys(resetErrors(contextOf(state))) as SecretField[]
  await seesForm(page, {
    filled: (['password', 'confirmPassword'] as const).filter(name => secrets.errors[name] === null),
    wrong: state.matches({ form: 'submitted' }) ? wrong : wrong.filter(name => touched.includes(name)),
    alert: refusal?.message ?? '',
    busy: state.matches('changing'),
  })
}

const walked = {
  actorPath: 'shop/reset',
  answeredCalls: ['checkResetLink', 'resetPassword'],
  causeEvent,
  checkPage,
  control: (page, { type }, state) =>
    type === 'reset.submit' && !state.matches('finding') ? button(page, submits) : null,
} satisfies Partial<PageWalk>

export const resetWalks: WalkedMachine = {
  machine: resetMachine,
  walks: [
    { name: 'with a link', model: only(resetModel, isOffered), ...walked },
    {
      name: 'without one',
      model: only(
        resetModel,
        (_, { type, error }) =>
          type === 'page.open' || (type === 'xstate.error.actor.findToken' && (error as Refusal).status === 0),
      ),
      ...walked,
      isTransient: state => state.matches('finding'),
      async causeEvent(page, { type }) {
        if (type === 'page.open') await (page.isVisited() ? enters(page, path) : page.visits(path, null))
      },
    },
  ],
}
