import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { loginMachine, loginMistakes, type LoginContext, type LoginField } from '#machines/login'
import { loginModel } from '../../model/login.model.ts'
import type { ModelPage } from '../page-model.ts'
import { only, type WalkedChart } from '../walking.ts'
import { button, enters, field, leaves, presses, seesForm } from './ways.ts'

const path = '/auth/login'
const submits = /^(Login|Logging in …)$/
const labels: Record<LoginField, string> = { email: 'Email', password: 'Password' }
const contextOf = (state: AnyMachineSnapshot) => state.context as LoginContext

/** What the page has a way to do in a state. */
function isOffered(state: AnyMachineSnapshot, { type, field }: AnyEventObject): boolean {
  const { refusal, touched } = contextOf(state)
  if (type === 'login.refused') return state.matches('waiting')
  // the focus is in the emptied password then: whoever goes elsewhere leaves that field first
  const isInPassword = refusal !== null && !touched.includes('password')
  return !isInPassword || !(type === 'login.typed' || (type === 'login.left' && field === 'email'))
}

async function happens(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'page.open':
      return enters(page, path)
    case 'login.typed':
      return field(page, labels.email).fill(event.value as string)
    case 'login.typedPassword':
      return field(page, labels.password).fill(event.mistake === null ? 'canary plum 香 47' : '')
    case 'login.left':
      return leaves(page, labels[event.field as LoginField])
    case 'login.submit':
      return presses(page, submits)
    default:
      return page.refuses('login', event.refusal.status as number, event.refusal.message as string)
  }
}

async function sees(page: ModelPage, state: AnyMachineSnapshot) {
  const { email, passwordMistake, touched, refusal } = contextOf(state)
  const mistakes = loginMistakes(contextOf(state))
  await seesForm(page, {
    filled: [email === '' ? [] : 'email', passwordMistake === null ? 'password' : []].flat(),
    wrong: touched.filter(one => mistakes[one] !== undefined),
    alert: refusal?.message ?? '',
    busy: state.matches('waiting'),
  })
}

export const loginWalks: WalkedChart = {
  machine: loginMachine,
  walks: [
    {
      name: 'the form',
      model: only(loginModel, isOffered),
      address: 'shop/login',
      holds: ['login'],
      opens: page => page.visits(path, null),
      happens,
      sees,
      control: (page, { type }) => (type === 'login.submit' ? button(page, submits) : null),
    },
  ],
}
