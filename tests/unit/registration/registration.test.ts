import { describe, expect, test } from 'vitest'
import type { CartSnapshot } from '#machines/cart/cart'
import {
  registrationErrors,
  whyNotSent,
  type Registering,
  type RegistrationContext,
  type RegistrationEvent,
} from '#machines/registration/registration-setup'
import type { PlacesContext } from '#machines/address/places'
import type { SessionContext } from '#machines/session/session-setup'
import { lost, refused, registered, riceLine, settings } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'

interface Seen {
  context: RegistrationContext
  value: string | { unregistered: string }
}

const toasts = (shop: ReturnType<typeof openShop>) => {
  const said: string[] = []
  ;(shop.root as unknown as { on(type: string, hear: (event: { toast: { text: string } }) => void): void }).on(
    'toast',
    ({ toast }) => said.push(toast.text),
  )
  return said
}

/** A guest opens the registration, by default after the settings were read. */
async function openRegistration(start: object | null = { settings, lines: [riceLine], account: null }) {
  const shop = openShop()
  shop.root.start()
  const said = toasts(shop)
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  if (start) await shop.answers('begin', start)
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/main/register') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  await shop.answers('readCountries/ask')
  const seen = () => shop.at<Seen>('registration')
  return {
    ...shop,
    said,
    seen,
    is: () => seen().value,
    does: (event: RegistrationEvent) => shop.send('registration', event),
    errors: () => registrationErrors(seen().context),
    places: () => shop.at<{ context: PlacesContext }>('registration/registrationPlaces').context,
    sent: () => shop.waiting('register').map(one => one.input as Registering),
  }
}
type Registration = Awaited<ReturnType<typeof openRegistration>>

const person = { firstName: ' Mai ', lastName: 'Tran', email: ' mai@example.com', telephone: '0255500188' }
const street = { address1: '88 Lantern Lane ', city: 'Eastwood', postCode: '2122' }

const typesSecret = ({ does }: Registration, field: 'password' | 'confirmPassword', error: string | null = null) =>
  does({ type: 'registration.typedSecret', field, error, match: 'same' })

function fillsIn(shop: Registration) {
  for (const [field, value] of Object.entries(person)) {
    shop.does({ type: 'registration.typed', form: 'person', field: field as 'email', value })
  }
  for (const [field, value] of Object.entries(street)) {
    shop.does({ type: 'registration.typed', form: 'address', field: field as 'city', value })
  }
  shop.does({ type: 'registration.chooseCountry', id: 1, name: 'Australia' })
  shop.does({ type: 'registration.chooseRegion', id: 1, name: 'New South Wales' })
  typesSecret(shop, 'password')
  typesSecret(shop, 'confirmPassword')
  shop.does({ type: 'registration.tick', box: 'acceptTerms', to: 'on' })
}

async function submits(shop: Registration) {
  shop.does({ type: 'registration.submit' })
  await shop.settled()
}

describe('the registration', () => {
  // Specification: 2.7.6, 5.15, 5.17, 5.24
  test('sends nothing while the form has errors, and shows all of them', async () => {
    const shop = await openRegistration()
    await submits(shop)
    expect(shop.sent()).toEqual([])
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(shop.errors()).toEqual({
      'person.firstName': 'First name is required',
      'person.lastName': 'Last name is required',
      'person.email': 'Email is required',
      'person.telephone': 'Phone number is required',
      password: 'Password is required',
      confirmPassword: 'Confirm password is required',
      'address.country': 'Country is required',
      'address.region': 'Region/State is required',
      'address.address1': 'Address 1 is required',
      'address.city': 'Suburb/City is required',
      'address.postCode': 'Post code is required',
      acceptTerms: 'Accept Privacy Policy is required',
    })
  })

  // Specification: 2.7.8
  test('lists the missing and the invalid fields', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    expect(whyNotSent(shop.seen().context)).toBeNull()
    shop.does({ type: 'registration.typed', form: 'person', field: 'firstName', value: ' ' })
    shop.does({ type: 'registration.typed', form: 'person', field: 'telephone', value: '0255' })
    shop.does({ type: 'registration.tick', box: 'acceptTerms', to: 'off' })
    expect(whyNotSent(shop.seen().context)).toBe(
      'Please complete: First name, Accept Privacy Policy. Please correct: Phone.',
    )
    shop.does({ type: 'registration.typed', form: 'person', field: 'lastName', value: '' })
    expect(whyNotSent(shop.seen().context)).toBe('4 fields left.')
  })

  test.each([
    ['person', 'email', 'mai@', 'Email must be a valid email address'],
    ['person', 'email', `${'m'.repeat(65)}@example.com`, 'Email must be a valid email address'],
    ['person', 'email', `mai@${'e'.repeat(250)}.au`, 'Email must be a valid email address'],
    ['person', 'telephone', '1234567', 'Phone number must be at least 8 characters'],
    ['address', 'city', '  ', 'Suburb/City is required'],
  ])('finds the error of %s.%s in "%s"', async (form, field, value, error) => {
    const shop = await openRegistration()
    fillsIn(shop)
    shop.does({ type: 'registration.typed', form, field, value } as RegistrationEvent)
    expect(shop.errors()).toEqual({ [`${form}.${field}`]: error })
  })

  // Specification: 5.18, 5.29, 5.30
  test('marks different passwords only if the second has no other error, until they match', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    const differ = { type: 'registration.typedSecret', match: 'different' } as const
    shop.does({ ...differ, field: 'confirmPassword', error: 'Confirm password is required' })
    expect(shop.errors()).toEqual({ confirmPassword: 'Confirm password is required' })
    shop.does({ ...differ, field: 'confirmPassword', error: null })
    expect(shop.errors()).toEqual({ confirmPassword: 'Passwords must match' })
    shop.does({ type: 'registration.typedSecret', field: 'password', error: null, match: 'same' })
    expect(shop.errors()).toEqual({})
  })

  // Specification: 3.22, 4.19
  test('sends the trimmed form with the vault handle of the password', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    shop.does({ type: 'registration.tick', box: 'subscribeNewsletter', to: 'on' })
    await submits(shop)
    expect(shop.is()).toBe('submitting')
    expect(shop.sent()).toEqual([
      {
        firstName: 'Mai',
        lastName: 'Tran',
        email: 'mai@example.com',
        telephone: '0255500188',
        address1: '88 Lantern Lane',
        city: 'Eastwood',
        postCode: '2122',
        countryId: 1,
        countryName: 'Australia',
        regionId: 1,
        regionName: 'New South Wales',
        acceptTerms: true,
        subscribeNewsletter: true,
        password: 'registration/password/1',
        confirmPassword: 'registration/confirmPassword/1',
      },
    ])
  })

  // Specification: 2.7.9
  test('has one submission in flight, however often it is pressed', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    await submits(shop)
    expect(shop.sent()).toHaveLength(1)
  })

  // Specification: 2.7.10, 4.20, 4.22
  test('logs the customer in, selects the address for billing and delivery, and clears the form', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    await shop.answers('register')
    expect(shop.is()).toBe('registered')
    const session = shop.at<{ context: SessionContext; value: { who: string } }>('session')
    expect(session.value.who).toBe('loggedIn')
    expect(session.context).toMatchObject({ customer: registered.customer, account: registered.account })
    expect(shop.waiting('readCart')).toHaveLength(1)
    expect(shop.seen().context).toMatchObject({ welcomed: 'Mai', person: { email: '' }, touched: [], ticked: [] })
    expect(JSON.stringify(shop.seen().context)).not.toContain('Lantern')
    expect(shop.places()).toMatchObject({ countryId: null, regions: [], suburbs: [] })
  })

  // Specification: 4.23, 4.24, 8.9
  test.each([
    ['refused', refused],
    ['lost', lost],
  ])('announces a failure (%s), keeps the form, and can be sent again', async (_code, refusal) => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    const [first] = shop.sent()
    await shop.refuses('register', refusal)
    expect(shop.said).toEqual([refusal.message])
    expect(shop.is()).toEqual({ form: 'submitted' })
    expect(shop.seen().context.person).toEqual(person)
    await submits(shop)
    expect(shop.sent()).toEqual([first])
    expect(shop.seen().context.refusal).toBeNull()
  })

  test('marks an email that has an account, and can be submitted again', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    await shop.refuses('register', { ...refused, status: 409 })
    expect(shop.seen().context.takenEmail).toBe('mai@example.com')
    expect(whyNotSent(shop.seen().context)).toBeNull()
    await submits(shop)
    expect(shop.seen().context.takenEmail).toBeNull()
    await shop.refuses('register', { ...refused, status: 400 })
    expect(shop.seen().context.takenEmail).toBeNull()
  })

  // the gateway may have assigned the guest's cart to the new customer
  test.each([
    ['whose answer is lost', lost],
    ['whose email has an account already', { ...refused, status: 409 }],
  ])('has the cart read again after one %s', async (_what, refusal) => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    await shop.refuses('register', refusal)
    await shop.answers('readCart', [])
    expect(shop.at<CartSnapshot>('cart').context.lines).toEqual([])
  })

  test('keeps the cart after a refusal', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    await shop.refuses('register', { ...refused, status: 400 })
    expect(shop.waiting('readCart')).toEqual([])
  })

  test('keeps values that are typed while it is in flight', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    shop.does({ type: 'registration.typed', form: 'person', field: 'lastName', value: 'Tran-Le' })
    await shop.refuses('register', lost)
    expect(shop.seen().context.person.lastName).toBe('Tran-Le')
  })

  test('keeps everything except the passwords when the page is opened again', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/cart') })
    await shop.answers('loadPage')
    await shop.answers('reveal')
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/main/register') })
    await shop.answers('reveal')
    expect(shop.seen().context.person).toEqual(person)
    expect(shop.seen().context.secrets.round).toBe(2)
    expect(shop.errors()).toEqual({
      password: 'Password is required',
      confirmPassword: 'Confirm password is required',
    })
    expect(shop.seen().context.touched).not.toContain('password')
  })

  test('is not interrupted by leaving the page and opening it again', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/cart') })
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/main/register') })
    expect(shop.is()).toBe('submitting')
    await shop.answers('register')
    expect(shop.is()).toBe('registered')
  })

  test('drops a late answer after a logout', async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    const [late] = shop.waiting('register')
    shop.send('shop', { type: 'session.ended', sessionId: null })
    late!.resolve(registered)
    await shop.settled()
    expect(shop.at<{ value: { who: string } }>('session').value.who).toBe('anonymous')
  })

  /** Another tab logs another customer in while the registration is in flight; then it succeeds. */
  const registersWhileAnotherLogsIn = async () => {
    const shop = await openRegistration()
    fillsIn(shop)
    await submits(shop)
    const other = { ...registered.customer, customerId: 'customer-2', firstName: 'Noi' }
    const identity = { is: 'customer', customer: other, validFor: 60_000 }
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity })
    await shop.answers('register')
    return shop
  }

  test('logs in the customer of the stored token, also after a login in another tab', async () => {
    const shop = await registersWhileAnotherLogsIn()
    expect(shop.at<{ context: SessionContext }>('session').context.customer).toEqual(registered.customer)
  })

  test('clears machines and journals of a customer who logged in meanwhile, and takes over the cart', async () => {
    const shop = await registersWhileAnotherLogsIn()
    expect(shop.waiting('forget').map(({ input }) => input)).toEqual([{ why: 'otherTab' }])
    expect((shop.root.getSnapshot() as { context: { left: number; spawned: string[] } }).context).toMatchObject({
      left: 1,
      spawned: [],
    })
    expect(shop.waiting('readCart').map(({ input }) => input)).toEqual([{ sessionId: registered.sessionId }])
    await shop.answers('forget')
    expect(shop.at<{ value: { who: string } }>('session').value.who).toBe('loggedIn')
  })
})

describe('the places of the registration', () => {
  // Specification: 2.7.11
  test('follow the country and the region, and drop an answer that arrives after another choice', async () => {
    const shop = await openRegistration()
    shop.does({ type: 'registration.chooseCountry', id: 1, name: 'Australia' })
    const [late] = shop.waiting('readRegions/ask')
    shop.does({ type: 'registration.chooseCountry', id: 2, name: 'New Zealand' })
    const island = { regionId: 9, name: 'Auckland' }
    await shop.answers('readRegions/ask', [island])
    late!.resolve([{ regionId: 1, name: 'New South Wales' }])
    await shop.settled()
    expect(shop.places().regions).toEqual([island])
    shop.does({ type: 'registration.chooseRegion', id: 9, name: 'Auckland' })
    expect(shop.waiting('readSuburbs/ask').map(one => one.input)).toEqual([{ regionId: 9 }])
    shop.does({ type: 'registration.chooseCountry', id: null, name: '' })
    expect(shop.places()).toMatchObject({ regions: [], suburbs: [] })
    expect(shop.seen().context.address).toMatchObject({ countryId: null, regionId: null, regionName: '' })
  })

  test('are read again after a failure', async () => {
    const shop = await openRegistration()
    shop.does({ type: 'registration.chooseCountry', id: 1, name: 'Australia' })
    for (let tries = 0; tries < 3; tries += 1) {
      await shop.refuses('readRegions/ask', lost)
      shop.host.fireNext()
      await shop.settled()
    }
    expect(shop.waiting('readRegions/ask')).toEqual([])
    shop.does({ type: 'registration.retry' })
    expect(shop.waiting('readRegions/ask')).toHaveLength(1)
  })
})

describe('if the shop delivers only to listed areas', () => {
  const limited = { settings: { ...settings, limitAreaShipping: true }, lines: [], account: null }

  test('the registration starts with that setting', async () => {
    const shop = await openRegistration(limited)
    expect(shop.seen().context.settings?.limitAreaShipping).toBe(true)
  })

  test('a suburb that was typed before the settings arrived stays', async () => {
    const shop = await openRegistration(null)
    shop.does({ type: 'registration.typed', form: 'address', field: 'city', value: 'Eastwood' })
    await shop.answers('begin', limited)
    expect(shop.seen().context.settings?.limitAreaShipping).toBe(true)
    expect(shop.seen().context.address.city).toBe('Eastwood')
  })
})

describe('the address of a registration', () => {
  const storeRegion = { countryId: 1, countryName: 'Australia', regionId: 1, regionName: 'New South Wales' }
  const known = { settings: { ...settings, limitAreaShipping: true, storeRegion }, lines: [riceLine], account: null }

  test('starts with the store’s country and region', async () => {
    const shop = await openRegistration(known)
    expect(shop.seen().context.address).toMatchObject(storeRegion)
    expect(shop.places()).toMatchObject({ countryId: 1, regionId: 1 })
  })

  test('keeps the country that the shopper chose when the page is opened again', async () => {
    const shop = await openRegistration(known)
    shop.does({ type: 'registration.chooseCountry', id: 2, name: 'New Zealand' })
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/main/register') })
    await shop.settled()
    expect(shop.seen().context.address).toMatchObject({ countryId: 2, countryName: 'New Zealand', regionId: null })
  })

  test('in a region without suburbs is sent with the city as typed', async () => {
    const shop = await openRegistration(known)
    fillsIn(shop)
    shop.does({ type: 'registration.chooseCountry', id: 2, name: 'New Zealand' })
    shop.does({ type: 'registration.chooseRegion', id: 22, name: 'Auckland' })
    shop.does({ type: 'registration.typed', form: 'address', field: 'city', value: ' Ponsonby' })
    shop.does({ type: 'registration.submit' })
    await shop.settled()
    expect(shop.sent()).toMatchObject([{ city: 'Ponsonby', regionName: 'Auckland', countryName: 'New Zealand' }])
  })
})
