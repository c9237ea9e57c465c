import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartLine } from '#contract/cart'
import type { Checkpoint } from '#machines/journal/entry'
import type { CartSnapshot } from '#machines/cart/cart'
import type { CartContext } from '#machines/cart/cart-setup'
import { isAdding } from '#machines/cart/pending-commands'
import { expectedLines } from '#machines/cart/selectors'
import { additionOf } from '#src/catalogue/in-cart.ts'
import { offline, rice, riceLine, tea } from '../kit/outcomes.ts'
import { seed } from '../kit/seed.ts'
import { runJournaled, settled, type Pending } from '../kit/system.ts'
import { linesModel } from './cart.model.ts'
import { reload } from './reloading.ts'

const products = [rice, tea, { ...rice, id: 3, name: 'Noodles' }]

/** A gateway with one cart. An idempotency key that it knows changes nothing. */
function createGateway() {
  const lines = new Map<number, CartLine>()
  const answers = new Map<string, CartLine>()
  const executed: string[] = []
  let count = 0
  const withQuantity = (line: CartLine, quantity: number): CartLine => ({
    ...line,
    quantity,
    totalPrice: quantity * Number(line.productPrice),
  })
  const missing = { code: 'refused', message: 'There is no such line.', status: 404 } as const
  const lineOf = (id: string) => [...lines.values()].find(line => line.id === id)
  return {
    lines,
    /** The idempotency keys of the additions, in the order in which they were executed. */
    executed,
    /** Executes a request. @returns its answer, or a refusal */
    execute({ name, input }: Pending): { answer: unknown } | { refusal: typeof missing } {
      const {
        id = '',
        productId,
        quantity,
        requestId,
      } = input as {
        id?: string
        productId: number
        quantity: number
        requestId: string
      }
      if (name === 'readCart') return { answer: [...lines.values()] }
      if (name === 'addLine') {
        const known = answers.get(requestId)
        if (known) return { answer: known }
        executed.push(requestId)
        const line = lines.get(productId) ?? { ...riceLine, id: `line-${(count += 1)}`, productId, quantity: 0 }
        lines.set(productId, withQuantity(line, line.quantity + quantity))
        answers.set(requestId, lines.get(productId)!)
        return { answer: lines.get(productId) }
      }
      const line = lineOf(id)
      if (!line) return { refusal: missing }
      if (name === 'removeLine') lines.delete(line.productId)
      else lines.set(line.productId, withQuantity(line, quantity))
      return { answer: lines.get(line.productId) ?? line }
    },
  }
}

/** A shopper with a cart, whose connection comes and goes. */
interface Flight {
  cart: ReturnType<typeof runJournaled> & { checkpoint?: Checkpoint }
  gateway: ReturnType<typeof createGateway>
  isOnline: boolean
  /** The quantity of each product that the shopper has asked for. */
  wanted: Map<number, number>
}

const contextOf = ({ cart }: Flight) => (cart.root.getSnapshot() as CartSnapshot).context as CartContext
const send = async ({ cart }: Flight, event: object) => {
  cart.root.send(event as never)
  await settled()
}

/** Everything that can happen. A step that is not possible does nothing. `dice` chooses among the possibilities. */
const actions = {
  async adds(flight: Flight, dice: number) {
    const product = products[dice % products.length]!
    const quantity = 1 + (dice % 3)
    // its button is disabled
    if (isAdding(contextOf(flight), product.id)) return
    flight.wanted.set(product.id, (flight.wanted.get(product.id) ?? 0) + quantity)
    await send(flight, additionOf(product, quantity, 'list'))
  },
  async changes(flight: Flight, dice: number) {
    const lines = expectedLines(contextOf(flight))
    const line = lines[dice % Math.max(lines.length, 1)]
    if (!line) return
    flight.wanted.set(line.productId, 1 + (dice % 9))
    await send(flight, { type: 'cart.setQuantity', lineId: line.id, quantity: 1 + (dice % 9) })
  },
  async removes(flight: Flight, dice: number) {
    const lines = expectedLines(contextOf(flight))
    const line = lines[dice % Math.max(lines.length, 1)]
    if (!line) return
    flight.wanted.delete(line.productId)
    await send(flight, { type: 'cart.remove', lineId: line.id })
  },
  /** A request is answered, or fails without a connection. */
  async answers({ cart, gateway, isOnline }: Flight, dice: number) {
    const one = cart.pending[dice % Math.max(cart.pending.length, 1)]
    if (one) await cart.settle(one, isOnline ? gateway.execute(one) : { refusal: offline })
  },
  /** The connection is lost; a request may have arrived before. */
  async loses(flight: Flight, dice: number) {
    flight.isOnline = false
    for (const one of flight.cart.pending.slice()) {
      if (dice % 2 === 0) flight.gateway.execute(one)
      if (dice % 3 > 0) await flight.cart.settle(one, { refusal: offline })
    }
  },
  async returns(flight: Flight) {
    flight.isOnline = true
    await send(flight, { type: 'connection.returned' })
  },
  async time({ cart }: Flight) {
    cart.host.fireNext()
    await settled()
  },
  async reloads(flight: Flight) {
    flight.cart.root.stop()
    flight.cart = await reload(linesModel, flight.cart, flight.cart.checkpoint)
  },
  async reads(flight: Flight) {
    await send(flight, { type: 'cart.read' })
  },
}

const kinds = Object.keys(actions) as (keyof typeof actions)[]
const step = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom('adds' as const, 'changes' as const, 'answers' as const), weight: 3 },
    // a change is sent after a pause
    { arbitrary: fc.constant('time' as const), weight: 2 },
    { arbitrary: fc.constantFrom(...kinds), weight: 4 },
  ),
  dice: fc.nat(1_000),
})

/** The connection is there again, and every request is answered. */
async function lands(flight: Flight) {
  await actions.returns(flight)
  for (let turns = 0; turns < 200; turns += 1) {
    const isBusy = flight.cart.pending.length > 0
    if (isBusy) await actions.answers(flight, 0)
    else if (contextOf(flight).pendingCommands.length > 0) await actions.time(flight)
    else return
  }
  throw new Error('The commands do not end')
}

const quantitiesIn = (lines: Iterable<CartLine>) =>
  Object.fromEntries([...lines].map(({ productId, quantity }) => [productId, quantity]))

describe('a cart whose connection comes and goes', () => {
  test('loses no command, executes none twice, and keeps their order, in 1,000 random flights', async () => {
    const flights = { waited: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
        const cart = runJournaled(linesModel.machine)
        cart.root.start()
        const flight: Flight = { cart, gateway: createGateway(), isOnline: true, wanted: new Map() }
        for (const { id } of [rice, tea]) {
          flight.wanted.set(id, 2)
          flight.gateway.lines.set(id, { ...riceLine, id: `line-of-${id}`, productId: id, quantity: 2 })
        }
        await send(flight, { type: 'visit.started', visitId: 'visit', sessionId: riceLine.sessionId })
        await send(flight, { type: 'cart.open', lines: [...flight.gateway.lines.values()] })
        for (const { kind, dice } of steps) {
          await actions[kind](flight, dice)
          if ((flight.cart.root.getSnapshot() as CartSnapshot).value.lines === 'waiting') flights.waited += 1
        }
        await lands(flight)
        const { lines, executed } = flight.gateway
        expect(quantitiesIn(lines.values())).toEqual(Object.fromEntries(flight.wanted))
        expect(quantitiesIn(contextOf(flight).lines)).toEqual(quantitiesIn(lines.values()))
        expect(new Set(executed).size).toBe(executed.length)
        const numbers = executed.map(key => Number(key.split('/').at(-1)))
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
        flight.cart.root.stop()
      }),
      { seed, numRuns: 1_000 },
    )
    // guards against flights in which nothing waits
    expect(flights.waited).toBeGreaterThan(500)
  })
})
