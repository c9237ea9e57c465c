import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import {
  passwordFields,
  passwordMachine,
  passwordErrors,
  type PasswordContext,
  type PasswordField,
} from '#machines/password/password'
import { mai } from '../../kit/outcomes.ts'
import { passwordModel } from '../../model/password.model.ts'
import { newPassword } from '../../kit/password-data.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import {
  button,
  startsWithToken,
  enters,
  field,
  firstNow,
  isPastFocus,
  leaves,
  presses,
  seesForm,
  tokenOf,
} from './ways.ts'

const path = '/manage-account/change-password'
const submits = /^(Save|Saving…)$/
const labels: Record<PasswordField, string> = {
  currentPassword: 'Current password',
  password: 'Password',
  confirmPassword: 'Confirm password',
}
const contextOf = (state: AnyMachineSnapshot) => state.context as PasswordContext

const fieldOf = ({ type, field }: AnyEventObject) =>
  type === 'password.typedCurrent' ? 'currentPassword' : (field as PasswordField | undefined)

/** The events that the page can cause in a state. */
function isOffered(state: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const wrong = Object.keys(passwordErrors(contextOf(state)))
  const at = fieldOf(event)
  return !(state.matches({ form: 'submitted' }) && at && isPastFocus(wrong, contextOf(state).touched, at))
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'page.open':
      return event.move === 'POP'
        ? enters(page, path)
        : page.page.getByRole('navigation', { name: 'Manage Account' }).locator(`a[href="${path}"]`).click()
    case 'password.typed':
    case 'password.typedCurrent':
      return field(page, labels[fieldOf(event)!]).fill(event.error === null ? newPassword : '')
    case 'password.blurred':
      return leaves(page, labels[event.field as PasswordField])
    case 'password.submit':
      return presses(page, submits)
    case 'xstate.done.actor.changePassword':
      return page.answers('updatePassword', { token: null })
    default:
      return page.loses('updatePassword')
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const context = contextOf(state)
  const { secrets, currentError, touched, refusal } = context
  const wrong = Object.keys(passwordErrors(context)) as PasswordField[]
  const errors = { currentPassword: currentError, ...secrets.errors }
  await seesForm(page, {
    filled: passwordFields.filter(name => errors[name] === null),
    wrong: state.matches({ form: 'submitted' }) ? wrong : wrong.filter(name => touched.includes(name)),
    alert: refusal ? `${refusal.message} Your password may already have changed.` : '',
    busy: state.matches('saving'),
  })
}

export const passwordWalks: WalkedMachine = {
  machine: passwordMachine,
  walks: [
    {
      name: 'the form',
      model: only(passwordModel, isOffered),
      actorPath: 'shop/password',
      answeredCalls: ['updatePassword'],
      async prepare(page) {
        await startsWithToken(page, tokenOf(mai, firstNow))
        await page.visits(path, null)
      },
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'password.submit' ? button(page, submits) : null),
    },
  ],
}
