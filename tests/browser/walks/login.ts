import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { loginMachine, loginErrors, type LoginContext, type LoginField } from '#machines/session/login'
import { loginModel } from '../../model/login.model.ts'
import { mai, riceLine } from '../../kit/outcomes.ts'
import { newPassword } from '../../kit/password-data.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { button, enters, field, keptOf, leaves, nowOf, presses, seesForm, tokenOf } from './ways.ts'

const path = '/auth/login'
const submits = /^(Login|Logging in …)$/
const labels: Record<LoginField, string> = { email: 'Email', password: 'Password' }
const contextOf = (state: AnyMachineSnapshot) => state.context as LoginContext

/** The events that the page can cause in a state. */
function isOffered(state: AnyMachineSnapshot, { type, field }: AnyEventObject): boolean {
  const { refusal, touched } = contextOf(state)
  if (type === 'login.refused') return state.matches('submitted')
  // the cleared password has the focus then: using another control blurs it first
  const isInPassword = refusal !== null && !touched.includes('password')
  return !isInPassword || !(type === 'login.typed' || (type === 'login.blurred' && field === 'email'))
}

/** Fills in both fields of the login page and submits them. */
export async function triesLogin(page: ModelPage) {
  await field(page, labels.email).fill(mai.email)
  await field(page, labels.password).fill(newPassword)
  await presses(page, submits)
}

/** The same, with a request to the gateway. */
export async function sendsLogin(page: ModelPage) {
  const before = page.made('login')
  await triesLogin(page)
  await page.waitsForNewCall('login', before)
}

/** The gateway accepts the login. */
export async function acceptsLogin(page: ModelPage) {
  const { customerInfo, billingAddress, addresses } = keptOf(mai)
  const token = tokenOf(mai, await nowOf(page))
  const kept = { token, data: addresses, billingAddress, customerInfo }
  await page.answers('login', { ...kept, shoppingCart: [riceLine], sessionId: riceLine.sessionId })
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'page.open':
      return enters(page, path)
    case 'login.typed':
      return field(page, labels.email).fill(event.value as string)
    case 'login.typedPassword':
      return field(page, labels.password).fill(event.error === null ? newPassword : '')
    case 'login.blurred':
      return leaves(page, labels[event.field as LoginField])
    case 'login.submit':
      return presses(page, submits)
    default:
      return page.refuses('login', event.refusal.status as number, event.refusal.message as string)
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const { email, passwordError, touched, refusal } = contextOf(state)
  const errors = loginErrors(contextOf(state))
  await seesForm(page, {
    filled: [email === '' ? [] : 'email', passwordError === null ? 'password' : []].flat(),
    wrong: touched.filter(one => errors[one] !== undefined),
    alert: refusal?.message ?? '',
    busy: state.matches('submitted'),
  })
}

export const loginWalks: WalkedMachine = {
  machine: loginMachine,
  walks: [
    {
      name: 'the form',
      model: only(loginModel, isOffered),
      actorPath: 'shop/login',
      answeredCalls: ['login'],
      prepare: page => page.visits(path, null),
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'login.submit' ? button(page, submits) : null),
    },
  ],
}
