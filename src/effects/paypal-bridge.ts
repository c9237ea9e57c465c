import type { PaymentEvent, PlaceAnswer } from '#machines/payment/payment-setup'

/** An order as it is created at the provider; `amount` in the provider's format: '12.30'. */
export interface ProviderPurchase {
  amount: string
  currency: string
  reference: string
  intent: 'AUTHORIZE' | 'CAPTURE'
}

/** Actions that the provider's button passes to its callbacks; valid while the callback runs. */
export interface ButtonActions {
  /** Creates the provider's order in the browser and resolves with its id. */
  create?: (purchase: ProviderPurchase) => Promise<string>
  /** Captures the payment in the browser. */
  capture?: () => Promise<unknown>
}

interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: Error): void
}

function deferred<T>(): Deferred<T> {
  const settle = {} as Pick<Deferred<T>, 'resolve' | 'reject'>
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  promise.catch(() => {}) // the button may have been removed, so that nothing handles the rejection
  return { promise, ...settle }
}

/** What the parts of the bridge share. */
interface BridgeState {
  /** Of the callback that the button called last. */
  actions: ButtonActions
  log(...words: unknown[]): void
}

/** The buttons on the page. */
function createMountedButtons() {
  const state = { count: 0, onRemoved: new Set<() => void>() }
  return {
    /** Counts a button on the page; call the returned function when it is removed. */
    buttonMounted(): () => void {
      state.count += 1
      return () => {
        state.count -= 1
        queueMicrotask(() => {
          if (state.count === 0) for (const resolve of state.onRemoved) resolve()
        })
      }
    },
    /** Resolves when no button is left on the page: the payment window closes with it, possibly without a report. */
    buttonRemoved: (signal: AbortSignal): Promise<void> =>
      new Promise(done => {
        const resolve = () => {
          state.onRemoved.delete(resolve)
          done()
        }
        if (state.count === 0) return done()
        state.onRemoved.add(resolve)
        signal.addEventListener('abort', () => state.onRemoved.delete(resolve))
      }),
  }
}

/** The orders that the button requests. */
function createOrderRequests(bridge: BridgeState) {
  const state = { creation: null as Deferred<string> | null, hasBegun: false }
  return {
    /**
     * The button requests an order.
     *
     * @param startPayment - sends the event to the machines, which start `createPayment` before it returns
     * @param message - of the error when they do not
     * @returns the id of the provider's order; rejects when it cannot be created
     * @throws Error when the machines do not start `createPayment`
     */
    requestOrder(actions: ButtonActions, startPayment: () => void, message: string): Promise<string> {
      bridge.actions = actions
      state.creation = deferred<string>()
      state.hasBegun = false
      startPayment()
      if (!(state.hasBegun as boolean)) {
        bridge.log('The payment button was pressed, but no order was created', message)
        throw new Error(message)
      }
      return state.creation.promise
    },
    /** Starts the order of the latest request. The returned functions settle that request and no later one. */
    beginOrder() {
      state.hasBegun = true
      const { creation } = state
      return {
        created: (id: string) => creation?.resolve(id),
        failed: (message: string) => creation?.reject(new Error(message)),
      }
    },
    createOrder: (purchase: ProviderPurchase): Promise<string> =>
      bridge.actions.create?.(purchase) ?? Promise.reject(new Error('There is no payment button to create an order')),

    /**
     * The event for an error of the button. The provider's errors have no codes, so they are recognised by their messages. A window that
     * is closed before its page has loaded is reported as an error, and not as a cancellation.
     */
    failure({ message: words }: Record<string, unknown>): PaymentEvent {
      const message = typeof words === 'string' ? words : 'The payment provider reported an error.'
      if (/\b(?:popup|window)[ _-]?closed?\b/i.test(message)) return { type: 'payment.cancelled' }
      const isBlocked = /popup|pop-up|window_open/i.test(message)
      const isNotBegun = state.creation !== null && !state.hasBegun
      return {
        type: 'payment.failed',
        reason: isBlocked ? 'windowBlocked' : isNotBegun ? 'notBegun' : 'provider',
        message,
      }
    },
  }
}

/** The approvals of payments, and what is done with them. */
function createApprovals(bridge: BridgeState) {
  const state = {
    /** Approvals whose payment is being authorised or captured. */
    approvals: new Set<Deferred<void>>(),
    /** Payments that are being authorised or captured: what ends each. */
    settling: new Set<() => void>(),
  }
  const settleApprovals = () => {
    for (const approval of state.approvals) approval.resolve()
    state.approvals.clear()
  }
  return {
    /**
     * The shopper approved; resolves when the outcome is known. Providers report an approval twice, or after the checkout has ended: one
     * with which the machines begin nothing resolves at once, or with the payment that is under way.
     */
    approve(actions: ButtonActions, report: () => void): Promise<void> {
      // the payment that is under way continues with the actions that it has
      if (state.settling.size === 0) bridge.actions = actions
      const approval = deferred<void>()
      state.approvals.add(approval)
      try {
        report()
      } finally {
        if (state.settling.size === 0) settleApprovals()
      }
      return approval.promise
    },
    /**
     * A payment begins to be authorised or captured.
     *
     * @param signal - aborts when the machines do not wait for it any more; a capture in the browser may then never end
     * @returns settles its approvals; call it at the end, however that comes
     */
    beginSettling(signal?: AbortSignal): () => void {
      const settle = () => {
        if (state.settling.delete(settle) && state.settling.size === 0) settleApprovals()
      }
      state.settling.add(settle)
      signal?.addEventListener('abort', settle)
      return settle
    },
    capture: (): Promise<unknown> =>
      bridge.actions.capture?.() ?? Promise.reject(new Error('There is no payment button to capture with')),
  }
}

/** The places that the button asks about. */
function createPlaceChecks() {
  const state = { check: null as Deferred<PlaceAnswer> | null, isAsked: false }
  return {
    /** The button asks whether the order may go to a place. */
    checkPlace(report: () => void): Promise<PlaceAnswer> {
      const check = (state.check = deferred<PlaceAnswer>())
      state.isAsked = false
      report()
      // the machines check no place: no payment is open any more
      if (!(state.isAsked as boolean)) check.resolve('unknown')
      return check.promise
    },
    /** Returns the function that answers the latest place check; later checks have their own. */
    placeResponder() {
      state.isAsked = true
      const { check } = state
      return (answer: PlaceAnswer) => check?.resolve(answer)
    },
  }
}

/**
 * Adapter between the provider's button and the effects of the payment machine. The button's callbacks receive actions and
 * return promises; the machine decides; its effects settle the promises. One per page load; machines do not access it.
 */
export function createPaypalBridge() {
  const bridge: BridgeState = { actions: {}, log: () => {} }
  return {
    /** Where errors for the operator are written. */
    setLog: (log: BridgeState['log']) => void (bridge.log = log),
    ...createMountedButtons(),
    ...createOrderRequests(bridge),
    ...createApprovals(bridge),
    ...createPlaceChecks(),
  }
}

export type PaypalBridge = ReturnType<typeof createPaypalBridge>

/** The bridge of this page. */
export const paypalBridge = createPaypalBridge()
