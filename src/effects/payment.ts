import { deliveryRoutes } from '#contract/delivery'
import { toCents } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, paymentRoutes, type PaidPayment } from '#contract/payment'
import { refusalIn, standardMessage, type Refusal } from '#contract/refusal'
import { paymentMachine, type PaymentSetup, type PlaceAnswer, type WantedPlace } from '#machines/payment/payment'
import type { Desk } from '../payment/paypal-bridge.ts'
import { paymentSetup, type PaymentEnvironment } from '../payment/payment-settings.ts'
import type { World } from '../start/assemble.ts'
import { needed, type Client } from './client.ts'
import { live } from './live.ts'

/** What payments need of the place they run in. */
export interface Cashier extends Pick<World, 'call' | 'log' | 'remember'> {
  desk: Desk
  environment: PaymentEnvironment
  currency: string
}

/** The payment's chart with the provider's button and the gateway behind it. What may cost money is written down first. */
export function paymentWith(cashier: Cashier) {
  cashier.desk.logsBy(cashier.log)
  return paymentMachine.provide({
    actors: {
      readSetup: live(async () => setupFor(cashier)),
      createPayment: live(input => create(cashier, input)),
      watchWindow: live(async (_, signal) => {
        await cashier.desk.left(signal)
        return null
      }),
      checkPlace: live((input, signal) => answerPlace(cashier, input, signal)),
      authorizePayment: live(({ providerOrderId }) => authorize(cashier, providerOrderId)),
      captureInBrowser: live(({ providerOrderId }) => capture(cashier, providerOrderId)),
    },
  })
}

const refused = (message: string, status = 0): Refusal => ({ code: 'refused', message, status })

function setupFor({ environment, log }: Cashier): PaymentSetup {
  try {
    return paymentSetup(environment)
  } catch (error) {
    const { message } = error as Error
    log('The payment button is not set up', message)
    throw refused(message)
  }
}

async function create(
  { call, desk, remember, currency }: Cashier,
  { order, setup }: { order: NewOrder; setup: PaymentSetup },
) {
  const asked = desk.begins()
  remember()
  const { payment: _, ...body } = order
  const intent = setup.approveOn === 'client' ? 'capture' : 'authorize'
  try {
    const own = setup.createOn === 'client' ? { providerOrderId: await createHere(desk, order, currency, intent) } : {}
    const { data } = await needed(call(paymentRoutes.beginPayment, { body: { ...body, intent, ...own } }))
    if (toCents(data.amount) !== toCents(order.total) || data.currency !== currency)
      throw refused('The payment provider was given another amount. Nothing was charged.')
    asked.created(data.id)
    return data
  } catch (error) {
    // the chart hears it first, with its reason: what the button reports then is that failure once more
    setTimeout(() => asked.notCreated(refusalIn(error).message))
    throw error
  }
}

const createHere = (desk: Desk, { total, requestId }: NewOrder, currency: string, intent: 'capture' | 'authorize') =>
  desk.creates({
    amount: total.toFixed(2),
    currency,
    reference: requestId,
    intent: intent === 'capture' ? 'CAPTURE' : 'AUTHORIZE',
  })

async function authorize({ call, desk, remember }: Pick<Cashier, 'call' | 'desk' | 'remember'>, id: string) {
  remember()
  try {
    return (await needed(call(paymentRoutes.authorizePayment, { params: { id }, body: {} }))).data
  } finally {
    desk.settles()
  }
}

/** A capture that failed is not known to have failed, but for cards that were declined: the gateway is asked next. */
async function capture({ desk, remember }: Cashier, id: string): Promise<PaidPayment> {
  remember()
  try {
    await desk.captures()
    return { id, status: 'captured' }
  } catch (error) {
    const message = error instanceof Error ? error.message : standardMessage
    if (/INSTRUMENT_DECLINED/.test(message)) throw refused('The payment was declined.', paymentRefusals.declined)
    throw { code: 'lost', message, status: 0 } satisfies Refusal
  } finally {
    desk.settles()
  }
}

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

async function answerPlace(
  { call, desk }: { call: Client; desk: Desk },
  { order, place }: { order: NewOrder; place: WantedPlace },
  signal: AbortSignal,
): Promise<Exclude<PlaceAnswer, 'unknown'>> {
  const says = desk.answersPlace()
  try {
    const answer = await whereTo(call, order, place, signal)
    says(answer)
    return answer
  } catch (error) {
    says('unknown')
    throw error
  }
}

/** An order goes where it was reviewed to go: a place that was chosen in the window is the same, another, or out of reach. */
async function whereTo(call: Client, order: NewOrder, place: WantedPlace, signal: AbortSignal) {
  const to = order.deliveryAddress
  if (to === null || (isSame(to.city, place.city) && isSame(to.postCode, place.postCode))) return 'accepted'
  const { sessionId, deliveryMethod } = order
  const { regionId, countryId } = to
  const body = { sessionId, deliveryMethod, postCode: place.postCode, city: place.city, regionId, countryId }
  const { done } = await call(deliveryRoutes.deliveryFee, { body, signal })
  return done ? 'other' : 'outside'
}
