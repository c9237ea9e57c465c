import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { stepTitles } from '#src/checkout/checkout-view.ts'
import { toDollars } from '#contract/money'
import { longestComment, type NewOrder } from '#contract/order'
import type { Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { checkoutMachine, type CheckoutSnapshot } from '#machines/checkout/checkout'
import { steps, type CheckoutContext, type HandedCheckout, type Step } from '#machines/checkout/context'
import {
  canSkipToReview,
  checkoutTotals,
  feeOf,
  feeRefusalOf,
  isOutsideArea,
  isStepDone,
} from '#machines/checkout/order-rules'
import { canPlace, changesSinceReview } from '#machines/checkout/reviewed'
import { isQuoting, isWaitingForMethods } from '#machines/checkout/selectors'
import {
  choicesModel,
  feeModel,
  handed,
  leaves,
  methodsModel,
  orderModel,
  quotingModel,
  reviewedModel,
  slotModel,
  stepsModel,
  tabModel,
} from '../../model/checkout.model.ts'
import { fails, type Model } from '#tools/walks/graph'
import { lost } from '../../kit/outcomes.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import {
  asksNoFee,
  cartBecomes,
  chooses,
  comes,
  continues,
  fillsCart,
  goesToCheckout,
  answersBeginning,
  lines,
  missed,
  opensCheckout,
  seesAll,
  type Look,
} from './counter.ts'
import { handsOver, isHeld, takesInOtherTab } from './other-tab.ts'
import { ends, storeOrder } from './order-attempt.ts'
import { provider, scriptAddress, standInScript } from './provider.ts'

const actorPath = 'shop/checkout'
const contextOf = (state: AnyMachineSnapshot) => state.context as CheckoutContext
const valueOf = (state: AnyMachineSnapshot) => (state as unknown as CheckoutSnapshot).value
/** The step; `ordering` while an order is in flight. */
function stepOf(state: AnyMachineSnapshot): Step | 'ordering' | 'placed' {
  const { step } = valueOf(state)
  if (typeof step === 'string') return step
  return step.filling === 'quoting' ? 'delivery' : step.filling
}

/** Whether the steps are shown, and not an obstacle. */
const isOpen = (state: AnyMachineSnapshot) => {
  const { basket, settings } = contextOf(state)
  return settings !== null && basket.quantity > 0 && !(isInOtherTab(state) && isFilledIn(state))
}
const isInOtherTab = (state: AnyMachineSnapshot) => valueOf(state).tab === 'otherTab'
const isFilledIn = (state: AnyMachineSnapshot) => (steps as readonly string[]).includes(stepOf(state))

const submitsForm = ({ page }: ModelPage) =>
  page.getByRole('form').evaluate(form => (form as HTMLFormElement).requestSubmit())

/** Whether the delivery step is completed and waits for its fee. */
const checkoutIsWaiting = (state: AnyMachineSnapshot) => isQuoting(state as unknown as CheckoutSnapshot)

/** The shopper's possible events in a state; events of the environment are always possible. */
function isOffered(state: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const context = contextOf(state)
  const [step, { methods, fee }] = [stepOf(state), valueOf(state)]
  const isTyped = context.deliverTo === 'other' && context.methodId === 'home'
  const isSavedShown = context.deliverTo !== 'billing' && context.methodId === 'home'
  if (context.visitId === '') return event.type === 'page.open'
  // changing the request while it is in flight would send another call and leave an obsolete one
  if (fee === 'asking') {
    const isWaiting = checkoutIsWaiting(state)
    if (isWaiting && event.type === 'checkout.chooseMethod') return context.methodId !== event.id
    if (isWaiting && event.type === 'checkout.chooseSaved') return context.deliverTo !== 'saved'
    if (isWaiting && event.type === 'checkout.chooseDeliverTo') return context.deliverTo !== event.to
    return event.actorId !== undefined || (event.type === 'checkout.continue' && !isWaiting)
  }
  switch (event.type) {
    case 'checkout.typed':
    case 'checkout.blurred':
      if (event.form === 'delivery') return step === 'delivery' && isTyped && context.delivery.city !== event.value
      return step === 'details' && context.person.firstName !== event.value
    case 'checkout.chooseCountry':
      return event.form === 'billing' ? step === 'details' : step === 'delivery' && isTyped
    case 'checkout.chooseRegion':
      if (event.form === 'billing') return step === 'details' && context.billing.countryId !== null
      return step === 'delivery' && isTyped && context.delivery.countryId !== null
    case 'checkout.chooseMethod':
      return step === 'delivery' && context.methods.length > 0 && context.methodId !== event.id
    case 'checkout.chooseSaved':
      return step === 'delivery' && context.methodId === 'home' && context.deliverTo !== 'saved'
    case 'checkout.chooseDeliverTo':
      return step === 'delivery' && isSavedShown && context.deliverTo !== event.to
    case 'checkout.choosePayment':
      return (
        step === 'payment' &&
        context.payment !== event.method &&
        (event.method === 'on-delivery' || context.settings?.receivedOnlinePayment === true)
      )
    case 'checkout.skipToReview':
      return isOpen(state) && step === 'details' && canSkipToReview(context)
    case 'checkout.continue':
      return isOpen(state) && ['details', 'delivery', 'payment'].includes(step)
    case 'checkout.edit':
      return isOpen(state) && isFilledIn(state) && (isEarlier(state, event) || isReached(state, event))
    case 'checkout.typedComment':
      return isOpen(state) && step === 'review' && context.comment !== event.value
    case 'checkout.chooseSubstitution':
      return isOpen(state) && step === 'review' && context.substitution !== event.substitution
    case 'checkout.place':
    case 'checkout.pay':
      return step === 'review' && (event.total === 1 || isInOtherTab(state) || mayOrder(state, event))
    case 'checkout.accept':
      return step === 'review' && (event.total === 1 || changesSinceReview(context).length > 0)
    case 'checkout.retry':
      return (
        step === 'delivery' &&
        (methods === 'unreachable' ||
          (methods === 'ready' && context.methods.length === 0) ||
          (fee === 'refused' && context.methods.length > 0))
      )
    case 'page.open':
      return methods !== 'reading' && (context.basket.quantity > 0 || step === 'placed')
    case 'settings.changed':
      return (event.settings as Settings).receivedOnlinePayment !== undefined && fee !== 'refused'
    case 'account.changed':
      return fee !== 'refused'
    case 'cart.changed':
      return isFilledIn(state)
    case 'order.unpaid':
      return context.payment === 'online'
    default:
      return true
  }
}

/** Whether the step has an 'Edit' button. */
const isEarlier = (state: AnyMachineSnapshot, event: AnyEventObject) =>
  steps.indexOf(event.step as Step) < steps.indexOf(stepOf(state) as Step)
/** Whether the browser's Forward may lead to the step. */
const isReached = (state: AnyMachineSnapshot, event: AnyEventObject) =>
  event.step !== stepOf(state) &&
  steps.slice(0, steps.indexOf(event.step as Step)).every(step => isStepDone(contextOf(state), step))

/** The button for an order can be pressed. */
const mayOrder = (state: AnyMachineSnapshot, { type, total }: AnyEventObject) =>
  canPlace(contextOf(state)) &&
  checkoutTotals(contextOf(state)).total === total &&
  contextOf(state).payment === (type === 'checkout.place' ? 'on-delivery' : 'online')

const field = ({ page }: ModelPage, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const button = ({ page }: ModelPage, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const labels = { firstName: 'First name', city: 'Suburb/City' } as const
const methodNames: Record<string, string> = { home: 'Home delivery', pickup: 'Pick up' }
const paymentTitles: Record<string, string> = { 'on-delivery': 'Pay on delivery', online: 'Pay online' }
const sameAddress = ({ page }: ModelPage) => page.getByRole('checkbox', { name: 'Same as billing address' })

/** Goes to a step's history entry, as Back and Forward do. */
async function visitsEntry({ page }: ModelPage, step: Step) {
  await page.evaluate(to => {
    history.pushState({ usr: { step: to } }, '')
    history.pushState({}, '')
    history.back()
  }, step)
  const entered = () => page.evaluate(() => (history.state as { usr?: { step?: string } } | null)?.usr?.step)
  await expect.poll(entered, { message: 'the step of the entry' }).toBe(step)
}

/** The shopper's actions. */
async function acts(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  const { deliverTo } = contextOf(before)
  switch (event.type) {
    case 'checkout.typed':
      return field(page, labels[event.field as keyof typeof labels]).fill(event.value as string)
    case 'checkout.blurred':
      await field(page, 'First name').focus()
      return field(page, 'First name').blur()
    case 'checkout.chooseCountry':
      return field(page, 'Country').selectOption({ label: event.name as string })
    case 'checkout.chooseRegion':
      return field(page, 'Region/State').selectOption({ label: event.name as string })
    case 'checkout.chooseMethod':
      return chooses(page, methodNames[event.id as string]!)
    case 'checkout.chooseSaved':
      return deliverTo === 'billing' ? sameAddress(page).uncheck() : chooses(page, '1 Plum Street')
    case 'checkout.chooseDeliverTo':
      return event.to === 'billing' ? sameAddress(page).check() : chooses(page, 'Another address')
    case 'checkout.chooseSlot':
      if (stepOf(before) !== 'delivery') return page.sends(actorPath, event)
      return event.slot === null ? button(page, 'Any time').click() : chooses(page, '9 am to 11 am')
    case 'slots.read':
      return page.sends(actorPath, event)
    case 'checkout.choosePayment':
      return chooses(page, paymentTitles[event.method as string]!)
    case 'checkout.skipToReview':
      return button(page, 'Go to Review').click()
    case 'checkout.continue':
      return continues(page)
    case 'checkout.edit':
      if (isEarlier(before, event)) return button(page, `Edit ${stepTitles[event.step as Step]}`).click()
      return visitsEntry(page, event.step as Step)
    case 'checkout.chooseSubstitution':
      return page.page.getByRole('radio', { name: 'Call me' }).check()
    case 'checkout.typedComment':
      return field(page, 'Order comment').fill(event.value as string)
    case 'checkout.retry':
      return control(page, event)!.first().click()
    case 'checkout.recover':
      // the shop sends it at the start of a visit, for an order in the outbox
      await storeOrder(page, event.order as NewOrder)
      return page.sends(actorPath, event)
    case 'checkout.accept':
      // a click before the next render
      if (event.total === 1) return page.sends(actorPath, event)
      return control(page, event)!.click()
    case 'checkout.place':
    case 'checkout.pay':
      return orders(page, event, before)
    default:
      await control(page, event)!.click()
  }
}

/**
 * Places or pays. The page does not allow an order at another total than it shows, or while another tab has the checkout: the
 * event is sent to the machine directly, as a click before the next render would.
 */
async function orders(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  if (event.total === 1 || isInOtherTab(before)) return page.sends(actorPath, event)
  if (event.type === 'checkout.place') return button(page, /^Place Order/).click()
  return provider(page, 'asksForOrder')
}

/** Causes a report of the attempt. */
async function orderEnds(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  switch (event.type) {
    case 'order.placed':
      return ends(page, 'placed')
    case 'order.unpaid':
      return ends(page, 'unpaid')
    case 'order.discarded':
      return ends(page, 'discarded')
    default:
      await ends(page, 'refused')
      // the cart is read again, because it may be the reason
      return page.answers('cart', { listData: contextOf(before).basket.quantity > 0 ? lines : [] })
  }
}

/** Makes this tab hold the checkout; takes it over if another tab has it. */
async function takesCheckout(page: ModelPage, { handed: from }: AnyEventObject, before: AnyMachineSnapshot) {
  if (isInOtherTab(before)) {
    const way = control(page, { type: 'checkout.takeOver' })!
    // its name differs while the lock is requested
    if (await way.isVisible()) await way.click()
    await handsOver(page, from as HandedCheckout | null)
  }
  return isHeld(page)
}

/** Opens the checkout, for the first time or again; after an order with another cart, which is sent to the machine. */
async function opens(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const { quantity } = event.basket as CheckoutContext['basket']
  if (stepOf(before) !== 'placed' || quantity === 0) return opensCheckout(page)
  await fillsCart(page, event.settings as Settings)
  return goesToCheckout(page)
}

/** How each event of the models is caused on the real page. */
async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  const settings = contextOf(before).settings ?? asksNoFee
  switch (event.type) {
    case 'page.open':
      return opens(page, event, before)
    case 'account.changed':
      return answersBeginning(page, settings)
    case 'settings.changed':
      return answersBeginning(page, event.settings as Settings)
    case 'cart.changed':
      return cartBecomes(page, linesFor(event.basket as CheckoutContext['basket']))
    case 'order.placed':
    case 'order.unpaid':
    case 'order.refused':
    case 'order.discarded':
      return orderEnds(page, event, before)
    case 'checkout.takeOver':
      // a late click: this tab does not hold the checkout lock, and the machine refuses it
      if (stepOf(before) === 'review') for (const one of leaves) await page.sends(actorPath, one)
      return control(page, event)!.click()
    case 'lock.taken':
      return takesCheckout(page, event, before)
    case 'lock.lost':
      return takesInOtherTab(page)
    case 'checkout.ordered':
      await page.receivesCartChange('order.placed')
      return page.answers('cart', { listData: lines })
  }
  const { actorId } = event
  // Enter in a form whose button waits: the machine ignores it
  if (isWaitingForMethods(before as unknown as CheckoutSnapshot)) await submitsForm(page)
  if (actorId === 'readMethods' || actorId === 'readFee') return answersReading(page, event)
  return acts(page, event, before)
}

/** The lines of a basket, at its price. */
const linesFor = ({ quantity, subtotal }: CheckoutContext['basket']) =>
  quantity > 0
    ? lines.map(line => ({ ...line, totalPrice: toDollars(subtotal), productPrice: toDollars(subtotal) }))
    : []

/** The delivery methods or a fee: requested again if the response was lost. */
async function answersReading(page: ModelPage, event: AnyEventObject) {
  const call: Call = event.actorId === 'readFee' ? 'deliveryFee' : 'deliveryMethods'
  const refusal = event.error as Refusal | undefined
  if (refusal?.code === 'refused') return page.refuses(call, refusal.status, refusal.message)
  if (refusal) return page.loses(call, 2)
  return page.answers(call, event.actorId === 'readFee' ? { data: event.output } : { listData: event.output })
}

/** The control for an event, if the page has it. */
function control(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'checkout.skipToReview':
      return button(page, 'Go to Review')
    case 'checkout.continue':
      return button(page, 'Continue')
    case 'checkout.edit':
      return button(page, `Edit ${stepTitles[event.step as Step]}`)
    case 'checkout.place':
      return button(page, /^Place Order/)
    case 'checkout.accept':
      return event.total === 1 ? null : button(page, /^Continue with /)
    case 'checkout.takeOver':
      return button(page, 'Continue here')
    case 'checkout.retry':
      return button(page, 'Try again')
    case 'checkout.chooseSubstitution':
      return page.page.getByRole('radio', { name: 'Call me' })
    case 'checkout.typedComment':
      return field(page, 'Order comment')
    case 'checkout.chooseMethod':
    case 'checkout.chooseSaved':
    case 'checkout.chooseDeliverTo':
      return page.page.getByRole('radio')
    case 'checkout.chooseSlot':
      return page.page.getByRole('radiogroup', { name: 'When' }).getByRole('radio')
    default:
      return null
  }
}

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The delivery fee by the rules of the specification: pick-up is free, otherwise the gateway's fee. */
function feeWords(state: AnyMachineSnapshot): string {
  const { settings, methodId, methods } = contextOf(state)
  const fee = feeOf(contextOf(state))
  if (methodId === null || methods.length === 0) return 'Enter your address'
  if (methodId === 'pickup') return 'Free'
  if (!settings?.calculateDeliveryFee) return '$9.50'
  if (valueOf(state).fee === 'asking') return 'Calculating…'
  return fee === null ? 'Not available' : money(fee)
}

/** The differences between page and state in the steps: the open step, the 'Edit' buttons, the total. */
function missedOfSteps(state: AnyMachineSnapshot, look: Look): string[] {
  const step = stepOf(state)
  const open = isFilledIn(state) ? (step as Step) : 'review'
  const edits = isFilledIn(state) ? steps.slice(0, steps.indexOf(open)).map(one => `Edit ${stepTitles[one]}`) : []
  const fee = feeWords(state)
  const total = contextOf(state).basket.subtotal + (fee.startsWith('$') ? Math.round(Number(fee.slice(1)) * 100) : 0)
  return missed({
    [`the step ${stepTitles[open]}`]: look.open === stepTitles[open],
    [`${edits.length} ways back`]: look.edits.toString() === edits.toString(),
    [`delivery for ${fee}`]: look.sums.Delivery === fee,
    [`a total of ${money(total)}`]: look.sums.Total === money(total),
  })
}

/** The choices and messages of the open step that the page does not show. */
function missedInStep(state: AnyMachineSnapshot, { text, chosen, buttons, statuses }: Look): string[] {
  const { tried, payment, refusal, comment, conflicts } = contextOf(state)
  const feeRefusal = feeRefusalOf(contextOf(state))
  const [step, { methods }] = [stepOf(state), valueOf(state)]
  const says = (words: string) => text.includes(words)
  const isPaymentOff = payment === 'online' && contextOf(state).settings?.receivedOnlinePayment === false
  switch (step) {
    case 'details':
      return missed({
        'what is wrong with the name':
          says('First name is required') === (tried.includes('details') && !isNamed(state)),
      })
    case 'delivery':
      return missed({
        'the methods’ failure': says('We couldn’t load the delivery methods') === (methods === 'unreachable'),
        'the fee’s failure':
          says('We couldn’t calculate the delivery fee') === (feeRefusal !== null && feeRefusal.code !== 'refused'),
        'that the place is not served': buttons.includes('Choose pick-up') === isOutsideArea(contextOf(state)),
        'that there are no methods':
          says('No delivery method is available right now') ===
          (methods === 'ready' && contextOf(state).methods.length === 0),
        'what undid the step': says('you chose has changed') === (contextOf(state).undone !== null),
        ...wayChosen(state, chosen),
      })
    case 'payment':
      return missed({
        'the way to pay': isPaymentOff ? chosen.length === 0 : chosen.toString() === paymentTitles[payment],
        'that the way to pay is gone':
          says('Choose how you want to pay') === (isPaymentOff && tried.includes('payment')),
      })
    case 'review':
      return missed({
        'the refusal': says('The order was not placed') === (refusal !== null),
        'what was refused': refusal === null || conflicts.length > 0 || says(refusal.message),
        'the button':
          payment === 'online' || buttons.some(name => name.startsWith('Place Order')) === canPlace(contextOf(state)),
        'what has changed': says('while you were here') === changesSinceReview(contextOf(state)).length > 0,
        'the button that accepts it':
          buttons.some(name => name.startsWith('Continue with')) === changesSinceReview(contextOf(state)).length > 0,
        'that the comment is too long': statuses.some(one => /1,?000/.test(one)) === comment.length > 1000,
      })
    default:
      return []
  }
}

const isNamed = (state: AnyMachineSnapshot) => contextOf(state).person.firstName !== ''

const wayChosen = (state: AnyMachineSnapshot, chosen: string[]) => {
  const { methodId, methods, deliverTo } = contextOf(state)
  const place = { billing: [], saved: ['1 Plum Street'], other: ['Another address'] }[deliverTo]
  const method = methods.find(({ id }) => id === methodId)
  const isShown = method && !isOutsideArea(contextOf(state))
  const wanted = [...(isShown ? [methodNames[method.id]!] : []), ...(methodId === 'home' && method ? place : [])]
  return { [`what is chosen: ${wanted.join()}`]: chosen.toString() === wanted.toString() }
}

/** The differences between page and state. */
function missing(state: AnyMachineSnapshot, look: Look): string[] {
  if (contextOf(state).visitId === '') return []
  if (stepOf(state) === 'placed')
    return missed({ 'that the order is placed': look.headings[0] === 'Thank you for your order' })
  if (stepOf(state) === 'ordering')
    return missed({ 'the order': look.open === stepTitles.review, 'that it can’t be edited': look.edits.length === 0 })
  if (isOpen(state)) return [...missedOfSteps(state, look), ...missedInStep(state, look)]
  if (contextOf(state).basket.quantity === 0)
    return missed({ 'that the cart is empty': look.headings.includes('You have no items in your shopping cart.') })
  return missed({
    'that it is open elsewhere': look.headings.includes('Your checkout is open in another tab'),
  })
}

/** Checks that the focus is on the heading of a step that was just opened, or on the message of a refusal. */
function missedFocus(state: AnyMachineSnapshot, { type, actorId }: AnyEventObject, { focus, open }: Look): string[] {
  if (!isOpen(state)) return []
  const isRefused = contextOf(state).refusal !== null && (actorId !== undefined || type === 'order.refused')
  const isNext = type === 'checkout.continue' && !contextOf(state).tried.includes(stepOf(state) as Step)
  return missed({
    'the focus on what was refused': !isRefused || stepOf(state) !== 'review' || focus === 'alert',
    'the focus on the step': !isNext || focus === open,
  })
}

const always: readonly Call[] = [
  'begin',
  'cart',
  'placeOrder',
  'findOrder',
  'discardOrder',
  'beginPayment',
  'authorizePayment',
  'deliveryMethods',
]

const walkOf = (name: string, model: Model, more: Partial<PageWalk> = {}): PageWalk => ({
  name,
  model: only(model, isOffered),
  actorPath,
  answeredCalls: always,
  cap: 100,
  // the methods are read again whenever the page is opened
  regions: ['step', 'tab', 'fee'],
  async prepare(page) {
    await page.page.route(scriptAddress, route => route.fulfill(standInScript))
    await comes(page, asksNoFee)
  },
  causeEvent,
  checkPage: (page, state, event) =>
    seesAll(page, look => [...missing(state, look), ...missedFocus(state, event, look)]),
  control: (page, event) => control(page, event),
  ...more,
})

/** A model with additional events. */
const withMore = (model: Model, more: (state: AnyMachineSnapshot) => AnyEventObject[]): Model => ({
  ...model,
  cases: state => [...model.cases(state), ...more(state)],
})

/** Goes back from the step after the choices, so that one walk makes them all. */
const choices: Model = {
  ...withMore(choicesModel, state => [
    ...(stepOf(state) === 'payment' ? ['details', 'delivery'].map(step => ({ type: 'checkout.edit', step })) : []),
    ...(stepOf(state) === 'delivery'
      ? [
          { type: 'checkout.chooseMethod', id: 'home' },
          { type: 'checkout.chooseDeliverTo', to: 'billing' },
        ]
      : []),
  ]),
  // using another control blurs a field too: touched fields are not compared here
  key: state =>
    choicesModel.key({ ...state, context: { ...contextOf(state), touched: [] } } as unknown as AnyMachineSnapshot),
}

/** After a placed order the shop reports an empty cart. */
const withoutCart = (model: Model): Model => ({
  ...model,
  key: state =>
    stepOf(state) === 'placed'
      ? JSON.stringify(['placed', isInOtherTab(state), contextOf(state).payment])
      : model.key(state),
})

const isTooLong = ({ type, value }: AnyEventObject) =>
  type === 'checkout.typedComment' && (value as string).length > longestComment

/** A walk takes each transition with its first event: with the comment that disables 'Place Order'. */
const ordersWithComment: Model = {
  ...orderModel,
  cases(state) {
    const cases = orderModel.cases(state)
    return [...cases.filter(isTooLong), ...cases.filter(one => !isTooLong(one))]
  },
}

/** The gateway's answer about the fee is lost: the page offers to try again. */
const fees = withMore(
  only(feeModel, (_, { type }) => type !== 'xstate.error.actor.readFee' && type !== 'lock.taken'),
  state => (contextOf(state).visitId === '' ? [] : [fails('readFee', lost)]),
)

/** No other tab hands its checkout over. */
const quotes = only(quotingModel, (_, { type }) => type !== 'lock.taken')

const fromTheStart = handed('delivery', null)
/** Another tab also hands over its checkout at the start. */
const tabs = withMore(
  only(tabModel, (state, { type }) => {
    if (type === 'lock.lost') return isFilledIn(state)
    if (type === 'lock.taken') return isFilledIn(state)
    if (type === 'page.open' && contextOf(state).visitId !== '')
      return isInOtherTab(state) || stepOf(state) === 'placed'
    return true
  }),
  state =>
    isInOtherTab(state) && isFilledIn(state)
      ? [{ type: 'lock.taken', handed: { ...fromTheStart, checkout: { ...fromTheStart.checkout, done: [] } } }]
      : [],
)

/** Another tab takes over the checkout at the review; a late click is refused. */
const reviewElsewhere = withMore(
  only(tabModel, (state, { type }) => {
    if (contextOf(state).methods.length === 0) return true
    return stepOf(state) === 'review' && (type === 'lock.lost' || type === 'checkout.takeOver')
  }),
  state => (contextOf(state).methods.length > 0 && stepOf(state) !== 'review' ? [{ type: 'checkout.continue' }] : []),
)

const withFee: Partial<PageWalk> = {
  answeredCalls: [...always, 'deliveryFee'],
  async prepare(page) {
    await comes(page, { ...asksNoFee, calculateDeliveryFee: true })
  },
}

/** The delivery step is open before its methods are read. */
const waits = only(methodsModel, (state, { type }) => {
  if (contextOf(state).visitId === '') return true
  return type === 'checkout.continue' || (type === 'xstate.done.actor.readMethods' && stepOf(state) === 'delivery')
})

/** The time of pick-up. The report of the slots and a choice in the review, which its own buttons offer after a refusal, are sent to the machine. */
const times = only(slotModel, (state, { type, slot }) => {
  if (contextOf(state).visitId === '' || type === 'xstate.done.actor.readMethods') return true
  if (type === 'order.refused' || type === 'checkout.retry') return false
  if (type === 'checkout.chooseSlot') return (slot === null) === (contextOf(state).slot !== null)
  return true
})

/** The time that is chosen, and that it is gone. */
async function seesTime({ page }: ModelPage, state: AnyMachineSnapshot) {
  if (stepOf(state) !== 'delivery' || contextOf(state).methodId !== 'pickup') return
  const { slot, lostSlotId } = contextOf(state)
  const group = page.getByRole('radiogroup', { name: 'When' })
  await expect.poll(() => group.getByRole('radio', { checked: true }).count()).toBe(slot === null ? 0 : 1)
  await expect
    .poll(() => group.getByText('is no longer available').count())
    .toBe(slot !== null && slot.slotId === lostSlotId ? 1 : 0)
}

export const checkoutWalks: WalkedMachine = {
  machine: checkoutMachine,
  walks: [
    walkOf('its steps', stepsModel),
    walkOf('its choices', choices),
    walkOf('its order', withoutCart(ordersWithComment)),
    walkOf('its tab', withoutCart(tabs)),
    walkOf('its review in another tab', reviewElsewhere),
    walkOf('its methods', methodsModel),
    walkOf('its wait for the methods', waits),
    walkOf('its reviewed amounts', reviewedModel),
    walkOf('its time', times, { checkPage: seesTime }),
    walkOf('its fee', fees, withFee),
    walkOf('its wait for the fee', quotes, withFee),
  ],
}
