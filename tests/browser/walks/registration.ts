import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { FieldName } from '#contract/fields'
import { fields } from '#contract/fields'
import type { Refusal } from '#contract/refusal'
import { registrationMachine } from '#machines/registration/registration'
import { registrationErrors, type RegistrationContext } from '#machines/registration/registration-setup'
import { isEmailTaken } from '#src/registration/registration-view.ts'
import { answers, mai, registered } from '../../kit/outcomes.ts'
import { registrationModel } from '../../model/registration.model.ts'
import { newPassword } from '../../kit/password-data.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import {
  beginsFor,
  button,
  comesTo,
  enters,
  field,
  keptOf,
  leaves,
  nowOf,
  presses,
  seesForm,
  seesHeading,
  tokenOf,
} from './ways.ts'

const path = '/main/register'
const submits = /^(Register|Registering…)$/
const contextOf = (state: AnyMachineSnapshot) => state.context as RegistrationContext
const labelOf = (name: unknown) => fields[name as FieldName].label

/** The events that the page can cause in a state. */
function isOffered(state: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  // after the registration the shopper is a customer, who can't open the page
  if (state.matches('registered')) return type === 'settings.changed'
  // the response with the countries was lost: they are requested again
  return type !== 'registration.retry' || 'address.country' in registrationErrors(contextOf(state))
}

/** The countries arrive; the suburbs do not, so that none fills in a post code. */
async function asksForPlacesAgain(page: ModelPage) {
  await presses(page, /^Try again$/)
  await page.answers('countries', { listData: answers.readCountries })
}

/** The gateway has created the account of the form. */
export async function registers(page: ModelPage) {
  const { customerInfo, billingAddress } = keptOf(mai)
  const token = tokenOf(mai, await nowOf(page))
  await page.answers('createAccount', { token, data: billingAddress, customerInfo, sessionId: registered.sessionId })
}

async function chooses(page: ModelPage, name: 'country' | 'region', label: string) {
  if (await button(page, /^Try again$/).count()) await asksForPlacesAgain(page)
  await field(page, labelOf(name)).selectOption({ label })
}

/** Fills in the whole form, and sends it. */
export async function sendsRegistration(page: ModelPage) {
  await comesTo(page, path, 'Register')
  await field(page, labelOf('country')).selectOption({ label: 'Australia' })
  await field(page, labelOf('region')).selectOption({ label: 'New South Wales' })
  for (const [name, text] of Object.entries(texts)) await field(page, labelOf(name)).fill(text)
  await page.page.getByRole('checkbox', { name: /^I have read and accept/ }).check()
  await presses(page, submits)
}
const texts = {
  firstName: mai.firstName,
  lastName: mai.lastName,
  email: mai.email,
  telephone: '0255500188',
  password: newPassword,
  confirmPassword: newPassword,
  address1: '88 Lantern Lane',
  city: 'Eastwood',
  postCode: '2122',
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'page.open':
      return enters(page, path)
    case 'settings.changed':
      if (!page.isPending('begin')) await page.receivesSessionChange()
      return beginsFor(page, null)
    case 'registration.typed':
      return field(page, labelOf(event.field)).fill(event.value as string)
    case 'registration.typedSecret':
      return field(page, labelOf(event.field)).fill(newPassword)
    case 'registration.chooseCountry':
      return chooses(page, 'country', event.name as string)
    case 'registration.chooseRegion':
      return chooses(page, 'region', event.name as string)
    case 'registration.tick':
      return page.page.getByRole('checkbox', { name: /^I have read and accept/ }).check()
    case 'registration.blurred':
      return leaves(page, labelOf('email'))
    case 'registration.retry':
      return asksForPlacesAgain(page)
    case 'registration.submit':
      return presses(page, submits)
    case 'xstate.done.actor.register':
      return registers(page)
    default: {
      const { code, status, message } = event.error as Refusal
      return code === 'lost' ? page.loses('createAccount') : page.refuses('createAccount', status, message)
    }
  }
}

const asked = [
  'person.firstName',
  'person.lastName',
  'person.email',
  'person.telephone',
  'password',
  'confirmPassword',
  'address.country',
  'address.region',
  'address.address1',
  'address.city',
  'address.postCode',
  'acceptTerms',
]

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (state.matches('registered')) return seesHeading(page, 'Your account has been created')
  const errors = Object.keys(registrationErrors(contextOf(state)))
  const taken = isEmailTaken(contextOf(state)) ? ['person.email'] : []
  const isTried = state.matches({ form: 'submitted' })
  await seesForm(page, {
    filled: asked.filter(name => !errors.includes(name)),
    ...(isTried && { wrong: [...taken, ...errors] }),
    busy: state.matches('submitting'),
  })
}

export const registrationWalks: WalkedMachine = {
  machine: registrationMachine,
  walks: [
    {
      name: 'the form',
      model: only(registrationModel, isOffered),
      actorPath: 'shop/registration',
      answeredCalls: ['begin', 'countries', 'suburbs', 'createAccount'],
      async prepare(page) {
        await page.visits(path, null)
        await page.loses('countries', 3)
      },
      causeEvent,
      checkPage,
      control: (page, { type }) => (type === 'registration.submit' ? button(page, submits) : null),
    },
  ],
}
