import {
  Declined,
  NotApproved,
  ProviderRefusal,
  type PaymentProvider,
  type ProviderOrder,
} from '#gateway/payments/payment-provider'

/** A call of the provider. */
export type ProviderCall = Exclude<keyof PaymentProvider, 'name'>

/** An order at the fake provider, with how often its money moved. */
export interface FakeOrder extends ProviderOrder {
  reference: string
  isDeclined: boolean
  /** The provider reviews each step: it is pending until `decides`. */
  isReviewed: boolean
  /** The provider refuses captures and refunds permanently. */
  isRefused: boolean
  /** What becomes of a refund: the order is `captured` until it is done. */
  refund: 'done' | 'pending' | 'failed'
  charges: number
  returns: number
}

/** A provider in memory, the shopper's actions at it, and ways for it to fail. */
export interface FakeProvider extends PaymentProvider {
  orders: Map<string, FakeOrder>
  /** The browser creates an order; `amount` in cents. */
  makes(amount: number, more?: Partial<FakeOrder>): string
  approves(id: string): void
  /** The browser captures an approved order. */
  takes(id: string): void
  /** Makes the next such call fail: before its effect, or after it (its answer is lost). */
  fails(call: ProviderCall, when: 'before' | 'after'): void
  /** Drops the faults that did not occur yet. */
  recovers(): void
  /** Runs during the next such call, after its effect. */
  meanwhile(call: ProviderCall, act: () => Promise<unknown>): void
  /** The provider's orders for a request id. */
  of(reference: string): FakeOrder[]
}

let count = 0

const numberOf = (id: string): string => id.split('-').at(-1)!

/** Creates a provider that executes each idempotency key once, as a real one does. */
export function fakeProvider(): FakeProvider {
  const orders = new Map<string, FakeOrder>()
  const answers = new Map<string, unknown>()
  const faults: [ProviderCall, 'before' | 'after'][] = []
  const meanwhiles: [ProviderCall, () => Promise<unknown>][] = []

  const take = <Kind>(list: [ProviderCall, Kind][], call: ProviderCall, is: (kind: Kind) => boolean = () => true) => {
    const at = list.findIndex(([of, kind]) => of === call && is(kind))
    return at < 0 ? undefined : list.splice(at, 1)[0]![1]
  }
  const breaksOff = (call: ProviderCall, when: 'before' | 'after') => {
    if (take(faults, call, kind => kind === when)) throw Object.assign(new Error('The line broke.'), { code: 'BROKEN' })
  }
  const doing = async <Answer>(call: ProviderCall, key: string | null, act: () => Answer): Promise<Answer> => {
    breaksOff(call, 'before')
    const name = `${call} ${key}`
    const answer = answers.has(name) ? (answers.get(name) as Answer) : act()
    if (key !== null) answers.set(name, answer)
    await take(meanwhiles, call)?.()
    breaksOff(call, 'after')
    return answer
  }
  const needed = (has: (order: FakeOrder) => boolean): FakeOrder => {
    const found = [...orders.values()].find(has)
    if (found === undefined) throw new Error('There is no such order.')
    return found
  }
  const move = (id: string, from: ProviderOrder['status'], more: Partial<FakeOrder>): FakeOrder => {
    const order = needed(one => one.id === id)
    if (order.status !== from) throw new Error(`The order is ${order.status}.`)
    return Object.assign(order, more)
  }
  const makes = (amount: number, more: Partial<FakeOrder> = {}) => {
    const id = `PROVIDER-${++count}`
    const nothing = {
      authorizationId: null,
      captureId: null,
      isDeclined: false,
      isReviewed: false,
      isRefused: false,
      refund: 'done' as const,
      charges: 0,
      returns: 0,
    }
    const order = {
      id,
      status: 'created',
      amount,
      currency: 'AUD',
      intent: 'capture',
      isOwn: true,
      reference: '',
      ...nothing,
    } as const
    orders.set(id, { ...order, ...more })
    return id
  }

  return {
    name: 'paypal',
    orders,
    makes,
    approves: id => void move(id, 'created', { status: 'approved' }),
    takes: id => void move(id, 'approved', { status: 'captured', captureId: `CAPTURE-${numberOf(id)}`, charges: 1 }),
    recovers: () => void (faults.length = 0),
    fails: (call, when) => void faults.push([call, when]),
    meanwhile: (call, act) => void meanwhiles.push([call, act]),
    of: reference => [...orders.values()].filter(order => order.reference === reference),
    create: ({ intent, amount, currency, reference }, key) =>
      doing('create', key, () => ({ ...orders.get(makes(amount, { intent, currency, reference }))! })),
    read: id => doing('read', null, () => (orders.has(id) ? { ...orders.get(id)! } : null)),
    authorize: (id, key) =>
      doing('authorize', key, () => {
        const order = needed(one => one.id === id)
        if (order.isDeclined) throw new Declined('No.')
        if (order.status === 'created') throw new NotApproved('Not yet.')
        return {
          ...move(id, 'approved', {
            status: order.isReviewed ? 'pending' : 'authorized',
            authorizationId: `AUTHORIZATION-${numberOf(id)}`,
          }),
        }
      }),
    capture: (authorizationId, key, part) =>
      doing('capture', key, () => {
        const { id, amount, charges, isReviewed, isRefused, status } = needed(
          one => one.authorizationId === authorizationId,
        )
        if (isRefused || status === 'voided') throw new ProviderRefusal('No.', 'AUTHORIZATION_VOIDED', true)
        if (part && part.amount > amount) throw new ProviderRefusal('No.', 'MAX_CAPTURE_AMOUNT_EXCEEDED', true)
        const captureId = `CAPTURE-${numberOf(id)}`
        const taken = { captureId, amount: part?.amount ?? amount, charges: charges + 1 }
        move(id, 'authorized', { status: isReviewed ? 'pending' : 'captured', ...taken })
        return { captureId, isPending: isReviewed }
      }),
    void: (authorizationId, key) =>
      doing('void', key, () => {
        const { id, status } = needed(one => one.authorizationId === authorizationId)
        if (status === 'authorized') move(id, 'authorized', { status: 'voided' })
      }),
    refund: async (captureId, key, part) => {
      const order = needed(one => one.captureId === captureId)
      await doing('refund', key, () => {
        if (order.isRefused) throw new ProviderRefusal('No.', 'REFUND_TIME_LIMIT_EXCEEDED', true)
        if (part && order.status === 'refunded') throw new ProviderRefusal('No.', 'CAPTURE_FULLY_REFUNDED', true)
        if (part && part.amount > order.amount) throw new ProviderRefusal('No.', 'REFUND_AMOUNT_EXCEEDED', true)
        if (part && part.amount < order.amount) {
          move(order.id, 'captured', { amount: order.amount - part.amount })
          return
        }
        const status = order.refund === 'done' ? 'refunded' : 'captured'
        move(order.id, 'captured', { status, returns: order.returns + 1 })
      })
      if (order.refund === 'failed') throw new ProviderRefusal('No.', 'REFUND_FAILED', true)
      return { isPending: order.refund === 'pending' }
    },
  }
}
