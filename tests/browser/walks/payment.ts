import type { Route } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { paymentRefusals } from '#contract/payment'
import { paymentMachine, type PaymentSnapshot } from '#machines/payment/payment'
import type { ChosenPlace, PaymentContext } from '#machines/payment/payment-setup'
import { setupErrors, type PaymentEnvironment } from '#src/effects/payment-settings.ts'
import { paymentProgress } from '#machines/payment/selectors'
import { fails, type Model } from '#tools/walks/graph'
import { lost, placedOrder, refused } from '../../kit/outcomes.ts'
import { buttonModel, attemptModel, releaseModel } from '../../model/payment.model.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import type { HeldCall } from '../../kit/page-calls.ts'
import { type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import {
  asksNoFee,
  chooses,
  comes,
  continues,
  fillsCart,
  goesToCheckout,
  isAt,
  lines,
  looks,
  missed,
  opensCheckout,
  reloads,
  returnsLater,
  seesAll,
  turnsTo,
  type Look,
} from './counter.ts'
import { opensFor, payButton, provider, says, scriptAddress, standInScript } from './provider.ts'

const actorPath = 'shop/checkout/orderAttempt/payment'
const valueOf = (state: AnyMachineSnapshot) => (state as unknown as PaymentSnapshot).value
const contextOf = (state: AnyMachineSnapshot) => state.context as PaymentContext
const progressOf = (state: AnyMachineSnapshot) => paymentProgress(state as unknown as PaymentSnapshot)
const attemptOf = (state: AnyMachineSnapshot) => progressOf(state).attempt
const askingOf = (state: AnyMachineSnapshot) => progressOf(state).reconciling
const button = ({ page }: ModelPage, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** Calls for the provider's script, and an obsolete order. */
interface Kept {
  scripts: Route[]
  late: HeldCall | null
}
const kept = new WeakMap<ModelPage, Kept>()

/** Runs in the page: overrides the build settings that the walk names. */
const buildAs = (environment: PaymentEnvironment) => Object.assign(window, { environment })

/** Makes the shop read its build settings each time, so that one page can use several setups. */
async function asksHowItWasBuilt({ page }: ModelPage) {
  await page.route('**/assets/checkout-*.js', async route => {
    const code = await (await route.fetch()).text()
    const said = 'get: (built, name) => window.environment?.[name] ?? built[name]'
    const body = code.replaceAll(/\{BASE_URL:[^{}]*\}/g, one => `new Proxy(${one}, { ${said} })`)
    if (body === code) throw new Error('The checkout’s code does not hold the environment of its build')
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** A customer continues to the step 'Payment'. */
async function comesToPayment(page: ModelPage, serves: (route: Route) => unknown) {
  kept.set(page, { scripts: [], late: null })
  await asksHowItWasBuilt(page)
  await page.page.route(scriptAddress, serves)
  await comes(page, asksNoFee)
  await opensCheckout(page)
  await continues(page)
  await isAt(page, 'Delivery')
  await continues(page)
  await isAt(page, 'Payment')
}

/** Chooses online payment, in a shop built with these settings, and continues to the button. */
async function choosesOnline(page: ModelPage, environment: PaymentEnvironment) {
  await page.page.addInitScript(buildAs, environment)
  await page.page.evaluate(buildAs, environment)
  if ((await looks(page)).open === 'Review') {
    await button(page, 'Edit Payment').click()
    await chooses(page, 'Pay on delivery')
  }
  await chooses(page, 'Pay online')
  await continues(page)
  return isAt(page, 'Review')
}

const isClient = (event: AnyEventObject) => (event.output as { approveOn: string }).approveOn === 'client'

/** Sets the payment setup, which is read when paying online is chosen. */
function readsSetup(page: ModelPage, event: AnyEventObject) {
  if (event.error) return choosesOnline(page, { VITE_PAYPAL_CREATE: 'client server' })
  const side = isClient(event) ? 'client' : 'server'
  return choosesOnline(page, { VITE_PAYPAL_CREATE: side, VITE_PAYPAL_APPROVE: side })
}

/** Every call for the script ends, obsolete ones too, until the page shows the result. */
async function scriptsEnd(page: ModelPage, how: 'come' | 'fail') {
  const { scripts } = kept.get(page)!
  const shown = how === 'come' ? payButton(page) : button(page, 'Try again')
  const end = async () => {
    for (const route of scripts.splice(0)) await (how === 'come' ? route.fulfill(standInScript) : route.abort())
    return shown.isVisible()
  }
  await expect.poll(end, { message: `the script is going to ${how}` }).toBe(true)
}

/** The script is removed and fails to load when the button renders again. */
async function losesScript(page: ModelPage) {
  await page.page.evaluate(() => {
    for (const one of document.querySelectorAll('script[src*="/sandbox/paypal/"]')) one.remove()
    Reflect.deleteProperty(window, 'paypal')
  })
  await button(page, 'Edit Payment').click()
  await isAt(page, 'Payment')
  await continues(page)
  return scriptsEnd(page, 'fail')
}

/** How each event of the button is caused. */
async function causeButtonEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  const { button: at } = valueOf(before)
  switch (event.type) {
    case 'payment.prepare':
      // the setup is read at once: both events are caused when its result is set
      return
    case 'payment.loaded':
      // a script that arrived when it was obsolete: the button that reports it is being removed
      if (at === 'unavailable') await page.sends(actorPath, event)
      return scriptsEnd(page, 'come')
    case 'payment.unloaded':
      return at === 'ready' ? losesScript(page) : scriptsEnd(page, 'fail')
    case 'payment.reload':
      return button(page, 'Try again').click()
    case 'payment.resumed':
      kept.get(page)!.scripts = []
      return loadsAgain(page)
    case 'xstate.after.scriptPatience.payment.button.loading':
      return page.page.clock.runFor(20_000)
    default:
      return readsSetup(page, event)
  }
}

/** The differences between page and state for the button. */
function missingButton(state: AnyMachineSnapshot, look: Look): string[] {
  const { button: at } = valueOf(state)
  if (at === 'unwanted' || at === 'configuring') return []
  return missed({
    'that it is set up wrongly':
      look.text.includes(`Online payment is not set up. ${setupErrors.both}`) === (at === 'misconfigured'),
    'that it loads': look.statuses.includes('Loading the payment button') === (at === 'loading'),
    'the button': look.buttons.some(name => name.startsWith('Pay with')) === (at === 'ready'),
    'that it did not load': look.text.includes('We couldn’t load the payment button.') === (at === 'unavailable'),
    'the other way to pay':
      look.buttons.includes('Change payment method') === ['misconfigured', 'unavailable'].includes(at),
  })
}

/** Goes to the review of the next order, to be paid online. */
async function comesToReview(page: ModelPage) {
  const { headings } = await looks(page)
  if (headings[0] !== 'Thank you for your order') return
  await fillsCart(page, asksNoFee)
  await goesToCheckout(page)
  await isAt(page, 'Your Details')
  for (const next of ['Delivery', 'Payment']) {
    await continues(page)
    await isAt(page, next)
  }
  await chooses(page, 'Pay online')
  await continues(page)
  await payButton(page).waitFor()
}

/** A late response to the previous attempt does not change the new one. */
async function begins(page: ModelPage, before: AnyMachineSnapshot) {
  await comesToReview(page)
  await provider(page, 'asksForOrder')
  const state = kept.get(page)!
  const { late } = state
  state.late = null
  if (!late) return
  if (valueOf(before).release === 'releasing') return late.abort()
  await late.fulfill({ json: { statusCode: 200, data: { id: 'PAY-0', amount: 25.4, currency: 'AUD' } } })
  // its window was closed before
  await page.answers('endPayment', {})
}

/** The window reports that it was closed or failed; a pending creation is not awaited. */
async function ends(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  await comesToReview(page)
  if (event.type === 'payment.cancelled') await provider(page, 'cancels')
  else await provider(page, 'fails', event.message as string)
  if (attemptOf(before) === 'creating') kept.get(page)!.late = await page.taken('beginPayment')
}

/** The order that the payment was for is placed, or refused; an unpaid order is then paid on delivery. */
async function finishes(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  if (attemptOf(before) !== 'approved') {
    await button(page, 'Edit Payment').click()
    await chooses(page, 'Pay on delivery')
    if (contextOf(before).providerOrderId !== null) await page.answers('endPayment', {})
    await continues(page)
    await button(page, /^Place Order/).click()
    // leaving the review dismissed the result of the last attempt; the removed button reports again
    await says(page, 'fails', 'The window was closed')
  }
  if (event.refusal === null) return page.answers('placeOrder', { data: placedOrder })
  await page.refuses('placeOrder', refused.status, refused.message)
  return page.answers('cart', { listData: lines })
}

/** Chooses a place in the window; the check of an earlier place is not awaited. */
async function ships(page: ModelPage, { city, state, postCode }: ChosenPlace) {
  while (page.isPending('deliveryFee')) await page.taken('deliveryFee')
  return provider(page, 'ships', { city, state, postalCode: postCode })
}

/** How the gateway answers a call of the payment. */
async function gatewayAnswers(page: ModelPage, call: Call, event: AnyEventObject) {
  if (!event.error) return page.answers(call, { data: event.output })
  const { code, status, message } = event.error as typeof lost
  if (code === 'lost') return page.loses(call)
  await page.refuses(call, status, message)
  // the cart is read again if the order itself is refused
  if (status === refused.status) await page.answers('cart', { listData: lines })
}

async function creates(page: ModelPage, event: AnyEventObject) {
  await gatewayAnswers(page, 'beginPayment', event)
  if (event.error) return page.page.clock.runFor(1) // the provider's button also receives it
  return opensFor(page, 'PAY-1')
}

const checksPlace = (page: ModelPage, { error }: AnyEventObject) =>
  error ? page.loses('deliveryFee', 2) : page.refuses('deliveryFee', 409, 'We do not deliver there.')

/** Paying on delivery is chosen, and then paying online again. */
async function choosesAnother(page: ModelPage) {
  await button(page, 'Edit Payment').click()
  await chooses(page, 'Pay on delivery')
  await chooses(page, 'Pay online')
  await continues(page)
  return payButton(page).waitFor()
}

/** Leaves the page of the button and returns to it. */
async function leaves(page: ModelPage) {
  await turnsTo(page, '/cart')
  await page.page.getByRole('heading', { level: 1, name: 'Shopping Cart' }).waitFor()
  return opensCheckout(page)
}

async function loadsAgain(page: ModelPage) {
  await reloads(page, asksNoFee)
  // the tab finds out that no other tab has the checkout
  return page.page.clock.runFor(500)
}

/** A failure in the wording of the provider's script. */
const wordsOf = ({ status, message }: typeof lost) =>
  status === paymentRefusals.declined ? 'INSTRUMENT_DECLINED' : message

/** How each event of the attempt is caused. */
async function causeAttemptEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'payment.prepare':
      return
    case 'payment.begin':
      return begins(page, before)
    case 'payment.clicked':
      return provider(page, 'click')
    case 'payment.dismiss':
      await page.page.getByRole('button', { name: 'Edit Payment' }).click()
      return continues(page)
    case 'payment.approved':
      return provider(page, 'approves', event.providerOrderId as string)
    case 'payment.cancelled':
    case 'payment.failed':
      return ends(page, event, before)
    case 'payment.release':
      return choosesAnother(page)
    case 'payment.moved':
      return page.sends(actorPath, event)
    case 'payment.placeChosen':
      return ships(page, event.place as ChosenPlace)
    case 'payment.ask':
    case 'payment.abandon':
      return control(page, event)!.click()
    case 'payment.resumed':
      await returnsLater(page, asksNoFee)
      return page.page.clock.runFor(500)
    case 'payment.finish':
      return finishes(page, event, before)
    case 'xstate.after.retryPause.payment.attempt.confirming.pausing':
      return page.letsPass('authorizePayment', 500)
    case 'xstate.done.actor.watchWindow':
      return leaves(page)
    case 'xstate.error.actor.watchWindow':
      return loadsAgain(page)
  }
  switch (event.actorId) {
    case 'readSetup':
      await readsSetup(page, event)
      return payButton(page).waitFor()
    case 'createPayment':
      return creates(page, event)
    case 'checkPlace':
      return checksPlace(page, event)
    case 'endPayment':
      return gatewayAnswers(page, 'endPayment', event)
    case 'captureInBrowser':
      return provider(page, 'captured', event.error ? wordsOf(event.error as typeof lost) : null)
    default:
      return gatewayAnswers(page, 'authorizePayment', event)
  }
}

/** The control for an event, if the page has it. */
function control(page: ModelPage, { type }: AnyEventObject, state?: AnyMachineSnapshot) {
  switch (type) {
    case 'payment.begin':
      // while its window is open, the button only brings it to the front
      return state && attemptOf(state) === 'approving' ? null : payButton(page)
    case 'payment.ask':
      return button(page, 'Ask again')
    case 'payment.abandon':
      return button(page, 'Go back to my order')
    case 'payment.reload':
      return button(page, 'Try again')
    default:
      return null
  }
}

/** The message of a payment in each state, as the specification words it. */
const words: Record<string, string> = {
  creating: 'The payment window is opening…',
  approving: 'Finish paying in the PayPal window. You won’t be charged until then.',
  authorizing: 'Your payment is being confirmed…',
  capturing: 'Your payment is being confirmed…',
  approved: 'Paid. Your order is being placed…',
  reconciling: 'We are checking your payment',
  cancelled: 'You closed the payment window. Nothing was charged, and your order was not placed.',
  abandoned: 'We couldn’t find out whether your payment went through.',
}
const failure = ({ refusal }: PaymentContext): string =>
  refusal?.code === 'refused' ? refusal.message : 'The payment provider reported a problem. You haven’t been charged.'

/** The differences between page and state for the attempt. */
function missingAttempt(state: AnyMachineSnapshot, look: Look): string[] {
  const { setup, placeAnswer, place } = contextOf(state)
  const [attempt, asking] = [attemptOf(state), askingOf(state)]
  if (setup === null) return []
  const isPlaced = look.headings[0] === 'Thank you for your order'
  const isFree = look.buttons.some(name => name.startsWith('Pay with'))
  const others = Object.entries(words).flatMap(([one, said]) =>
    one !== attempt && said !== words[attempt] ? [said] : [],
  )
  const said = attempt === 'failed' ? failure(contextOf(state)) : (words[attempt] ?? '')
  const isWrong = place !== null && attempt === 'approving'
  return missed({
    [said]: look.text.includes(said),
    'nothing else': isPlaced || others.every(one => !look.text.includes(one)),
    'the button':
      isFree === (['ready', 'approving', 'cancelled', 'abandoned', 'failed'].includes(attempt) && !isPlaced),
    'outside the delivery area':
      look.text.includes('We do not deliver to Bondi NSW 2026.') === (isWrong && placeAnswer === 'outside'),
    'unknown place':
      look.text.includes('We couldn’t check whether we deliver to Bondi NSW 2026.') ===
      (isWrong && placeAnswer === 'unknown'),
    'that the shop does not answer': look.text.includes('The shop isn’t answering yet.') === (asking === 'unanswered'),
    'the way to ask': look.buttons.includes('Ask again') === (asking === 'pausing' || asking === 'unanswered'),
    'the way back': look.buttons.includes('Go back to my order') === (asking === 'unanswered'),
  })
}

/** Checks that the message about a payment has the focus. */
const missedFocus = (state: AnyMachineSnapshot, { focus }: Look) =>
  missed({
    'the focus on what came of it':
      !['cancelled', 'abandoned', 'failed'].includes(attemptOf(state)) || focus === 'alert',
  })

const misconfigured = { ...refused, message: setupErrors.both, status: 0 }

/** The setup fails first and stays valid later, so that one walk sees both. */
const buttons: Model = {
  ...buttonModel,
  cases: state => [
    fails('readSetup', misconfigured),
    ...buttonModel.cases(state).filter(({ type }) => type !== 'xstate.error.actor.readSetup'),
  ],
}

const both: Model = {
  ...attemptModel,
  cases: state => [
    ...attemptModel.cases(state).filter(({ type }) => type !== 'xstate.error.actor.captureInBrowser'),
    fails('captureInBrowser', lost),
    // if the browser captures, the provider reports a code without a message
    fails('captureInBrowser', {
      ...refused,
      message:
        'Your payment was declined. You haven’t been charged. Try another card, or choose a different payment method.',
      status: paymentRefusals.declined,
    }),
  ],
  key(state) {
    const { setup, retries, refusal, placeAnswer, order, approvedEarly } = contextOf(state)
    const attempt = attemptOf(state)
    return JSON.stringify([
      [valueOf(state).attempt, valueOf(state).button === 'configuring', setup?.approveOn, order !== null],
      valueOf(state).release,
      [retries, attempt === 'approving' && placeAnswer, attempt === 'creating' && approvedEarly, refusal?.message],
    ])
  },
}
const walkOf = (
  name: string,
  model: Model,
  more: Pick<PageWalk, 'prepare' | 'causeEvent' | 'checkPage'>,
): PageWalk => ({
  name,
  model,
  actorPath,
  answeredCalls: ['begin', 'cart', 'placeOrder', 'beginPayment', 'authorizePayment', 'endPayment', 'deliveryFee'],
  cap: 100,
  // the page prepares the button while the order is reviewed
  regions: ['attempt', 'release'],
  control,
  ...more,
})

export const paymentWalks: WalkedMachine = {
  machine: paymentMachine,
  walks: [
    walkOf('its button', buttons, {
      prepare: page => comesToPayment(page, route => kept.get(page)!.scripts.push(route)),
      causeEvent: causeButtonEvent,
      checkPage: (page, state) => seesAll(page, look => missingButton(state, look)),
    }),
    walkOf('its attempt', both, {
      prepare: page => comesToPayment(page, route => route.fulfill(standInScript)),
      causeEvent: causeAttemptEvent,
      checkPage: (page, state) => seesAll(page, look => [...missingAttempt(state, look), ...missedFocus(state, look)]),
    }),
    walkOf('the release of reservations', releaseModel, {
      prepare: page => comesToPayment(page, route => route.fulfill(standInScript)),
      causeEvent: causeAttemptEvent,
      checkPage: (page, state) => seesAll(page, look => missingAttempt(state, look)),
    }),
  ],
  untaken: {
    'payment.attempt.confirming.authorizing | payment.resumed | payment.attempt.confirming.unanswered':
      'The browser ends the request before the page is gone, so that the journal ends with the pause after it',
  },
}
