import type { PlaceAnswer } from '#machines/payment/payment'

/** What an order is made of, at the provider; `amount` as the provider writes it: '12.30'. */
export interface ProviderPurchase {
  amount: string
  currency: string
  reference: string
  intent: 'AUTHORIZE' | 'CAPTURE'
}

/** What the provider's button lends for as long as one of its callbacks runs. */
export interface Lent {
  /** Makes the provider's order in the browser, and gives its id. */
  create?: (purchase: ProviderPurchase) => Promise<string>
  /** Takes the money in the browser. */
  capture?: () => Promise<unknown>
}

interface Waiting<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: Error): void
}

function waiting<T>(): Waiting<T> {
  const settle = {} as Pick<Waiting<T>, 'resolve' | 'reject'>
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  promise.catch(() => {}) // the button may be gone, and nobody hears
  return { promise, ...settle }
}

/**
 * Where the provider's button and the payment's effects meet: the button asks by promises and lends its functions, the
 * chart decides, its effects answer. Nothing here outlives the page, and no chart knows of it.
 */
export function createDesk() {
  const state = {
    lent: {} as Lent,
    standing: 0,
    created: null as Waiting<string> | null,
    settled: null as Waiting<void> | null,
    placed: null as Waiting<PlaceAnswer> | null,
    left: new Set<() => void>(),
    making: 'nothing' as 'nothing' | 'order',
    log: (() => {}) as (...words: unknown[]) => void,
  }
  return {
    /** Where whoever set the shop up reads what went wrong here. */
    logsBy: (log: (...words: unknown[]) => void) => void (state.log = log),

    /** The button stands on the page until the function is called that comes back. */
    stands(): () => void {
      state.standing += 1
      return () => {
        state.standing -= 1
        queueMicrotask(() => {
          if (state.standing === 0) for (const tell of state.left) tell()
        })
      }
    },
    /** Resolves once no button stands on the page: its window closes with it, and may say nothing any more. */
    left: (signal: AbortSignal): Promise<void> =>
      new Promise(resolve => {
        const tell = () => {
          state.left.delete(tell)
          resolve()
        }
        if (state.standing === 0) return resolve()
        state.left.add(tell)
        signal.addEventListener('abort', () => state.left.delete(tell))
      }),

    /**
     * The button asks for an order.
     *
     * @param press - tells the charts, which begin to make one before it returns
     * @returns the id of the provider's order; rejects where none could be made
     * @throws Error where the charts do not begin
     */
    asks(lent: Lent, press: () => void, orElse: string): Promise<string> {
      state.lent = lent
      state.created = waiting<string>()
      state.making = 'nothing'
      press()
      if ((state.making as string) !== 'order') {
        state.log('The payment button has no order to ask for', orElse)
        throw new Error(orElse)
      }
      return state.created.promise
    },
    /** An order begins to be made for the button that asked last; what is said of it later is said to that button alone. */
    begins() {
      state.making = 'order'
      const { created } = state
      return {
        created: (id: string) => created?.resolve(id),
        notCreated: (message: string) => created?.reject(new Error(message)),
      }
    },
    creates: (purchase: ProviderPurchase): Promise<string> =>
      state.lent.create?.(purchase) ?? Promise.reject(new Error('There is no button that could make an order')),

    /** The button says that the shopper has approved; resolves once it is known what became of it. */
    approves(lent: Lent, tell: () => void): Promise<void> {
      state.lent = lent
      state.settled = waiting<void>()
      tell()
      return state.settled.promise
    },
    captures: (): Promise<unknown> =>
      state.lent.capture?.() ?? Promise.reject(new Error('There is no button that could capture')),
    settles: () => state.settled?.resolve(),

    /** The button asks whether an order may go to a place. */
    places(tell: () => void): Promise<PlaceAnswer> {
      state.placed = waiting<PlaceAnswer>()
      tell()
      return state.placed.promise
    },
    /** Gives the way to answer the place that was asked about last: a place that was chosen meanwhile has its own. */
    answersPlace() {
      const { placed } = state
      return (answer: PlaceAnswer) => placed?.resolve(answer)
    },
  }
}

export type Desk = ReturnType<typeof createDesk>

/** The one of this page. */
export const desk = createDesk()
