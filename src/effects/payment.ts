import { plainText } from '#contract/typed-text'
import { deliveryRoutes } from '#contract/delivery'
import { toCents } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, paymentRoutes, type PaidPayment } from '#contract/payment'
import { refusalIn, standardMessage, type Refusal } from '#contract/refusal'
import { paymentMachine } from '#machines/payment/payment'
import {
  isEstimated,
  sideOf,
  type ChosenPlace,
  type PaymentSetup,
  type PlaceAnswer,
} from '#machines/payment/payment-setup'
import type { PaypalBridge } from './paypal-bridge.ts'
import { paymentSetup, type PaymentEnvironment } from './payment-settings.ts'
import type { Environment } from './environment.ts'
import { requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'

/** What the payment's effects need from the page. */
export interface PaymentPage extends Pick<Environment, 'call' | 'log' | 'writeJournalTail'> {
  bridge: PaypalBridge
  environment: PaymentEnvironment
  currency: string
}

/** The payment machine with its effects. The journal's tail is written before each call that may move money. */
export function paymentWith(page: PaymentPage) {
  page.bridge.setLog(page.log)
  return paymentMachine.provide({
    actors: {
      readSetup: liveEffect(async () => setupFor(page)),
      createPayment: liveEffect((input, signal) => create(page, input, signal)),
      watchWindow: liveEffect(async (_, signal) => {
        await page.bridge.buttonRemoved(signal)
        return null
      }),
      checkPlace: liveEffect((input, signal) => answerPlace(page, input, signal)),
      authorizePayment: liveEffect(({ providerOrderId }, signal) => authorize(page, providerOrderId, signal)),
      captureInBrowser: liveEffect(({ providerOrderId }, signal) => capture(page, providerOrderId, signal)),
      endPayment: liveEffect(async ({ providerOrderId }) => {
        await end(page, providerOrderId)
        return null
      }),
    },
  })
}

const refused = (message: string, status = 0): Refusal => ({ code: 'refused', message, status })

function setupFor({ environment, log }: PaymentPage): PaymentSetup {
  try {
    return paymentSetup(environment)
  } catch (error) {
    const { message } = error as Error
    log('The payment button is not set up', message)
    throw refused(message)
  }
}

async function create(
  { call, bridge, writeJournalTail, currency }: PaymentPage,
  { order, setup }: { order: NewOrder; setup: PaymentSetup },
  signal: AbortSignal,
) {
  const request = bridge.beginOrder()
  // the button waits for the order, also if the machine does not any more
  signal.addEventListener('abort', () => request.failed(standardMessage))
  writeJournalTail()
  const { payment: _, ...body } = order
  const intent = sideOf(setup, isEstimated(order)) === 'client' ? 'capture' : 'authorize'
  try {
    const own =
      setup.createOn === 'client' ? { providerOrderId: await createHere(bridge, order, currency, intent) } : {}
    const { data } = await requireSuccess(call(paymentRoutes.beginPayment, { body: { ...body, intent, ...own } }))
    if (toCents(data.amount) !== toCents(order.most ?? order.total) || data.currency !== currency)
      throw refused('The payment provider was given another amount.')
    request.created(data.id)
    // the window was closed before its order was known
    if (signal.aborted) await end({ call }, data.id)
    return data
  } catch (error) {
    // the machine gets the reason first; the button then reports the same failure again
    setTimeout(() => request.failed(refusalIn(error).message))
    throw error
  }
}

/** Ends the reservations of a payment that will not be continued. */
const end = ({ call }: Pick<PaymentPage, 'call'>, id: string) => call(paymentRoutes.endPayment, { params: { id } })

const createHere = (
  bridge: PaypalBridge,
  { total, most, requestId }: NewOrder,
  currency: string,
  intent: 'capture' | 'authorize',
) =>
  bridge.createOrder({
    amount: (most ?? total).toFixed(2),
    currency,
    reference: requestId,
    intent: intent === 'capture' ? 'CAPTURE' : 'AUTHORIZE',
  })

async function authorize({ call, bridge, writeJournalTail }: PaymentPage, id: string, signal: AbortSignal) {
  const settle = bridge.beginSettling(signal)
  writeJournalTail()
  try {
    return (await requireSuccess(call(paymentRoutes.authorizePayment, { params: { id }, body: {} }))).data
  } finally {
    settle()
  }
}

/**
 * Captures in the browser. Only a declined card certainly failed: after any other error the gateway is asked.
 * The provider's script has no code for it but puts its issue name into the message.
 */
async function capture(
  { bridge, writeJournalTail }: PaymentPage,
  id: string,
  signal: AbortSignal,
): Promise<PaidPayment> {
  const settle = bridge.beginSettling(signal)
  writeJournalTail()
  try {
    await bridge.capture()
    return { id, status: 'captured' }
  } catch (error) {
    const message = error instanceof Error ? error.message : standardMessage
    if (/INSTRUMENT_DECLINED/.test(message))
      throw refused(
        'Your payment was declined. You haven’t been charged. Try another card, or choose a different payment method.',
        paymentRefusals.declined,
      )
    throw { code: 'lost', message, status: 0 } satisfies Refusal
  } finally {
    settle()
  }
}

const isSame = (a: string, b: string): boolean => plainText(a).toLowerCase() === plainText(b).toLowerCase()

async function answerPlace(
  { call, bridge }: { call: Client; bridge: PaypalBridge },
  { order, place }: { order: NewOrder; place: ChosenPlace },
  signal: AbortSignal,
): Promise<Exclude<PlaceAnswer, 'unknown'>> {
  const respond = bridge.placeResponder()
  signal.addEventListener('abort', () => respond('unknown'))
  try {
    const answer = await checkPlace(call, order, place, signal)
    respond(answer)
    return answer
  } catch (error) {
    respond('unknown')
    throw error
  }
}

/** Compares the place chosen in the window with the order's address, and asks the gateway whether it delivers to another. */
async function checkPlace(call: Client, order: NewOrder, place: ChosenPlace, signal: AbortSignal) {
  const to = order.deliveryAddress
  if (to === null || (isSame(to.city, place.city) && isSame(to.postCode, place.postCode))) return 'accepted'
  const { sessionId, deliveryMethod } = order
  const { regionId, countryId } = to
  const body = { sessionId, deliveryMethod, postCode: place.postCode, city: place.city, regionId, countryId }
  const { done } = await call(deliveryRoutes.deliveryFee, { body, signal })
  return done ? 'other' : 'outside'
}
