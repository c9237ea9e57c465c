import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import {
  personIn,
  profileMachine,
  profileErrors,
  type PersonField,
  type ProfileContext,
} from '#machines/account/profile'
import { mai } from '../../kit/outcomes.ts'
import { profileModel } from '../../model/profile.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import {
  beginsFor,
  button,
  startsWithToken,
  enters,
  field,
  firstNow,
  leaves,
  pathOf,
  presses,
  seesForm,
  seesHeading,
  tokenOf,
} from './ways.ts'

const path = '/manage-account/modify-account'
const submits = /^(Save|Saving…)$/
const labels: Partial<Record<PersonField, string>> = { firstName: 'First name', lastName: 'Last name' }
const contextOf = (state: AnyMachineSnapshot) => state.context as ProfileContext

/** The events that the page can cause in a state: a loaded account and its machine stay until the customer logs out. */
function isOffered(state: AnyMachineSnapshot, { type, account }: AnyEventObject): boolean {
  const isKnown = contextOf(state).saved !== null
  if (type === 'page.open') return (account !== null) === isKnown
  if (type === 'account.changed') return account !== null
  return isKnown
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  if (event.type === 'account.changed') {
    if (!page.isPending('begin')) await page.receivesSessionChange()
    return beginsFor(page, mai)
  }
  // 'Cancel' leaves the page: the walk returns before its next event
  if (pathOf(page) !== path) await enters(page, path)
  switch (event.type) {
    case 'page.open':
      return event.move === 'POP'
        ? enters(page, path)
        : page.page.getByRole('navigation', { name: 'Manage Account' }).locator(`a[href="${path}"]`).click()
    case 'profile.typed':
      return field(page, labels.firstName!).fill(event.value as string)
    case 'profile.blurred':
      return leaves(page, labels[event.field as PersonField]!)
    case 'profile.submit':
      return presses(page, submits)
    case 'profile.cancel':
      return page.page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
    case 'xstate.done.actor.saveProfile':
      return page.answers('updateCustomer', { token: null })
    default:
      return page.loses('updateCustomer')
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot, { type }: AnyEventObject) {
  const context = contextOf(state)
  if (type === 'profile.cancel') return seesHeading(page, 'My Account')
  if (context.saved === null) return page.page.getByText('Loading your account').waitFor({ state: 'attached' })
  const wrong = Object.keys(profileErrors(context)) as PersonField[]
  const said = state.matches({ form: 'submitted' }) ? wrong : wrong.filter(name => context.touched.includes(name))
  const filled = Object.entries(personIn(context)).flatMap(([name, text]) => (text === '' ? [] : `person.${name}`))
  await seesForm(page, {
    filled,
    wrong: said.map(name => `person.${name}`),
    alert: context.refusal?.message ?? '',
    busy: state.matches('saving'),
  })
}

export const profileWalks: WalkedMachine = {
  machine: profileMachine,
  walks: [
    {
      name: 'the form',
      model: only(profileModel, isOffered),
      actorPath: 'shop/profile',
      answeredCalls: ['begin', 'updateCustomer'],
      async prepare(page) {
        await startsWithToken(page, tokenOf(mai, firstNow))
        await page.visits(path, null)
      },
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'profile.submit' ? button(page, submits) : null),
    },
  ],
}
