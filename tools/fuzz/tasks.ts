import { matchesState } from 'xstate'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { registrationHandle, type RegistrationContext } from '#machines/registration/registration-setup'
import { loginHandle, type LoginContext } from '#machines/session/login'
import { passwordOf, seededCustomers } from './gateway/state.ts'
import { cartIn, checkoutIn, orderIn, stepIn } from './invariants/invariant.ts'
import { navigate } from './pages.ts'
import { sendEvent, type StepContext } from './send-event.ts'
import { addToCart } from './user-events.ts'
import { stateOf, type Page, type UserEvent } from './world.ts'

export const typeInto = (form: string, values: Record<string, string>): UserEvent[] =>
  Object.entries(values).map(([field, value]) => ({
    to: 'checkout',
    event: { type: 'checkout.typed', form, field, value },
  }))

/** Events that complete the checkout form. */
const checkoutInput: UserEvent[] = [
  ...typeInto('person', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', telephone: '0255500199' }),
  ...typeInto('billing', { address1: '88 Lantern Lane', city: 'Eastwood', postCode: '2122' }),
  ...[
    { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Country 1' },
    { type: 'checkout.chooseRegion', form: 'billing', id: 11, name: 'Region 11' },
    { type: 'checkout.continue' },
    { type: 'checkout.continue' },
  ].map(event => ({ to: 'checkout', event })),
]

/** Whether the page asks the shopper to send an old order again or to discard it. */
export function asksToResend(page: Page): boolean {
  const attempt = orderIn(page)
  return attempt !== undefined && matchesState({ unknown: 'unplaced' }, attempt.value)
}

export function choosePayment(here: StepContext, method: 'on-delivery' | 'online'): void {
  sendEvent(here, { to: 'checkout', event: { type: 'checkout.edit', step: 'payment' } })
  sendEvent(here, { to: 'checkout', event: { type: 'checkout.choosePayment', method } })
  sendEvent(here, { to: 'checkout/orderAttempt/payment', event: { type: 'payment.loaded' } })
  sendEvent(here, { to: 'checkout', event: { type: 'checkout.continue' } })
}

/** Tasks of a shopper. Each call takes the next step of the task. */
export const tasks: Record<string, (here: StepContext) => unknown> & { retries(here: StepContext): void } = {
  adds: (here: StepContext) => sendEvent(here, addToCart(here)),
  opensCheckout: ({ tab }: StepContext) => navigate(tab, '/check-out'),
  fillsIn(here: StepContext) {
    sendEvent(here, { to: 'checkout', event: { type: 'checkout.edit', step: 'details' } })
    for (const one of checkoutInput) sendEvent(here, one)
  },
  choosesPayment: (here: StepContext) => choosePayment(here, here.random.pick(['on-delivery', 'online'])),
  orders(here: StepContext) {
    const context = checkoutIn(here.tab.page)?.context
    if (!context) return
    const type = context.payment === 'online' ? 'checkout.pay' : 'checkout.place'
    const { total } = checkoutTotals(context)
    if (here.random.chance(0.7)) sendEvent(here, { to: 'checkout', event: { type: 'checkout.accept', total } })
    // sometimes the page still shows another total
    const shown = here.random.chance(0.1) ? total + 100 : total
    sendEvent(here, { to: 'checkout', event: { type, total: shown } })
  },
  logsIn(here: StepContext) {
    const { tab, random } = here
    const login = stateOf<{ context: LoginContext }>(tab.page, 'login')
    if (!login) return navigate(tab, '/auth/login')
    const who = random.pick(seededCustomers)
    tab.page.vault.keep(loginHandle(login.context), passwordOf(who))
    sendEvent(here, { to: 'login', event: { type: 'login.typed', value: `${who}@example.com` } })
    sendEvent(here, { to: 'login', event: { type: 'login.typedPassword', error: null } })
    sendEvent(here, { to: 'login', event: { type: 'login.submit' } })
  },
  logsOut(here: StepContext) {
    navigate(here.tab, '/auth/logout')
    sendEvent(here, { to: 'session', event: { type: 'session.logOut' } })
  },
  registers(here: StepContext) {
    const { tab, world } = here
    const registration = stateOf<{ context: RegistrationContext }>(tab.page, 'registration')
    if (!registration) return navigate(tab, '/main/register')
    world.count += 1
    const person = {
      firstName: 'New',
      lastName: 'One',
      email: `new${world.count}@example.com`,
      telephone: '0255500111',
    }
    const address = { address1: '1 Plum Street', city: 'Eastwood', postCode: '2122' }
    for (const [form, values] of Object.entries({ person, address }))
      for (const [field, value] of Object.entries(values))
        sendEvent(here, { to: 'registration', event: { type: 'registration.typed', form, field, value } })
    for (const field of ['password', 'confirmPassword'] as const) {
      tab.page.vault.keep(registrationHandle(registration.context, field), 's3cr3t-fresh')
      const event = { type: 'registration.typedSecret', field, error: null, match: 'same' }
      sendEvent(here, { to: 'registration', event })
    }
    for (const event of [
      { type: 'registration.chooseCountry', id: 1, name: 'Country 1' },
      { type: 'registration.chooseRegion', id: 11, name: 'Region 11' },
      { type: 'registration.tick', box: 'acceptTerms', to: 'on' },
      { type: 'registration.submit' },
    ])
      sendEvent(here, { to: 'registration', event })
  },
  /** Takes the next step from an empty cart to a placed order. */
  buys(here: StepContext): unknown {
    const { page } = here.tab
    const { lines, pendingCommands } = cartIn(page).context
    const checkout = checkoutIn(page)
    if (lines.length === 0) return pendingCommands.length === 0 && tasks.adds!(here)
    if (!checkout) return tasks.opensCheckout!(here)
    const step = stepIn(checkout)
    if (step === 'details' || step === 'delivery') return tasks.fillsIn!(here)
    if (step === 'payment') return tasks.choosesPayment!(here)
    if (step === 'review') return tasks.orders!(here)
    return step === 'placed' ? navigate(here.tab, '/check-out') : tasks.retries(here)
  },
  /** Asks for the outcome again, or sends an old order again, which the shop never does by itself. */
  retries(here: StepContext) {
    const type = asksToResend(here.tab.page) ? 'order.resend' : 'order.ask'
    sendEvent(here, { to: 'checkout/orderAttempt', event: { type } })
    sendEvent(here, { to: 'checkout/orderAttempt/payment', event: { type: 'payment.ask' } })
  },
}
