import { isQuantity, lineCents, quantityOf, subtotalOf, unitPriceOf, type TypedQuantity } from '#contract/cart'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { basketOf } from '#machines/messages/basket'
import type { CartContext } from '#machines/cart/cart-setup'
import { expectedQuantity, isAdding, type PendingChange } from '#machines/cart/pending-commands'
import { expectedLines } from '#machines/cart/selectors'
import { identityIn } from '#src/effects/token.ts'
import { cartOf, linesOf } from '../gateway/carts.ts'
import { stateOf, type Page } from '../world.ts'
import { cartIn, checkoutIn, inEachTab, shopIn, type Invariant } from './invariant.ts'

const inFlight = ['addLine', 'changeLine', 'removeLine', 'readCart']

/** Whether a page resumed without the cart that its shop has: a deployment changed the cart or the session machine. */
function isCartFresh({ checkpoint }: Page): boolean {
  const shop = checkpoint?.snapshot as ResumedShop | undefined
  return shop !== undefined && quantityOf(shop.children.cart.snapshot.context.lines) !== shop.context.basket.quantity
}

interface ResumedShop {
  context: { basket: { quantity: number } }
  children: { cart: { snapshot: { context: Pick<CartContext, 'lines'> } } }
}

/** Invariants of the cart. */
export const cartInvariants: Invariant[] = [
  {
    name: 'C1',
    holds: 'The quantity shown is the sum of the lines, in the shop and in its checkout.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { basket } = shopIn(page).context
        const checkout = checkoutIn(page)?.context.basket
        if (basket.quantity !== quantityOf(basket.lines as never)) return `${basket.quantity} items are reported`
        return (
          checkout && checkout.quantity !== quantityOf(checkout.lines as never) && 'the checkout has another quantity'
        )
      }),
  },
  {
    name: 'C2',
    holds: 'The amount is the sum of the lines, in integer cents.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { subtotal, lines } = shopIn(page).context.basket
        return (subtotal !== subtotalOf(lines as never) || !Number.isInteger(subtotal)) && `a subtotal of ${subtotal}`
      }),
  },
  {
    name: 'C3',
    holds: 'A product has one line.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const ids = cartIn(page).context.lines.map(({ productId }) => productId)
        return new Set(ids).size < ids.length && `products ${ids.join(', ')}`
      }),
  },
  {
    name: 'C4',
    holds: 'A line, and a command for one, has an integer quantity of at least 1.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { lines, pendingCommands } = cartIn(page).context
        const changes = pendingCommands.filter(({ kind }) => kind === 'change') as PendingChange[]
        const odd = [...lines, ...changes].find(({ quantity }) => !Number.isInteger(quantity) || quantity < 1)
        return odd !== undefined && `a quantity of ${odd.quantity}`
      }),
  },
  {
    name: 'C5',
    holds: 'No amount is negative or NaN.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { quantity, subtotal } = basketOf(cartIn(page).context)
        return !(quantity >= 0 && subtotal >= 0) && `${quantity} items for ${subtotal}`
      }),
  },
  {
    name: 'C6a',
    holds: 'At most one change of the cart is in flight.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { children } = stateOf<{ children: Record<string, unknown> }>(page, 'cart')!
        const under = inFlight.filter(name => children[name] !== undefined)
        return under.length > 1 && under.join(' and ')
      }),
  },
  {
    name: 'C6b',
    holds: 'The last command for a line wins: what is typed last is expected and pending once.',
    when: 'act',
    check: (_, { page }, { event }) => {
      if (event.type !== 'cart.setQuantity') return null
      const { context } = cartIn(page)
      const { lineId, quantity } = event as unknown as { lineId: string; quantity: TypedQuantity }
      const line = context.lines.find(({ id }) => id === lineId)
      if (!line || context.pendingCommands.some(one => one.kind === 'remove' && one.lineId === lineId)) return null
      if (!isQuantity(quantity))
        return context.invalidQuantities[lineId] === quantity ? null : 'the invalid quantity is not in the field'
      return expectedQuantity(context, line) === quantity ? null : `${quantity} was typed, another quantity is expected`
    },
  },
  {
    name: 'C6c',
    holds:
      'A line has at most one pending command behind the one in flight, and one more after an addition of its product.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { pendingCommands, lines } = cartIn(page).context
        const productOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.productId
        const behind = pendingCommands.slice(1)
        const doubled = behind.filter((command, at) => {
          if (!('lineId' in command)) return false
          const earlier = behind.findLastIndex(
            (one, index) => index < at && 'lineId' in one && one.lineId === command.lineId,
          )
          const isAddedBetween = behind
            .slice(earlier + 1, at)
            .some(one => one.kind === 'add' && one.productId === productOf(command.lineId))
          return earlier >= 0 && !isAddedBetween
        })
        return doubled.length > 0 && `commands ${JSON.stringify(behind)}`
      }),
  },
  {
    name: 'C7a',
    holds: 'A product is being added from the command with a valid quantity on.',
    when: 'act',
    check: (_, { page }, { event }) =>
      event.type !== 'cart.add' ||
      !isQuantity(event.quantity as number) ||
      isAdding(cartIn(page).context, event.productId as number)
        ? null
        : 'the product is not being added',
  },
  {
    name: 'C7b',
    holds: 'A product is being added once, however often its button is pressed.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const ids = cartIn(page).context.pendingCommands.flatMap(one => (one.kind === 'add' ? [one.productId] : []))
        return new Set(ids).size < ids.length && `products ${ids.join(', ')}`
      }),
  },
  {
    name: 'C8',
    holds: 'Every response ends its “Adding…”: once all arrived, no command is pending.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const { pendingCommands } = cartIn(page).context
        return pendingCommands.length > 0 && JSON.stringify(pendingCommands)
      }),
  },
  {
    name: 'C9',
    holds: 'Reloading the cart removes its coupon.',
    when: 'act',
    check: (_, { page }, { event }) => {
      if (event.type !== 'cart.reload') return null
      const { coupon, code } = cartIn(page).context
      return coupon === null && code === '' && shopIn(page).context.basket.coupon === null
        ? null
        : 'the cart has a coupon'
    },
  },
  {
    name: 'C10',
    holds: 'Once every response has arrived, the cart of every tab is the gateway’s.',
    when: 'atRest',
    check: world =>
      world.unknownChanges.length > 0
        ? null
        : inEachTab(world, page => {
            const identity = identityIn(page.shopStorage.token(), world.now)
            const who = identity.is === 'customer' ? identity.customer.customerId : null
            const theirs = linesOf(world.store, cartOf(world.store, page.shopStorage.sessionId(), who))
            const textOf = (lines: readonly { productId: number; quantity: number }[]) =>
              lines
                .map(({ productId, quantity }) => `${quantity} of ${productId}`)
                .toSorted()
                .join(', ')
            const [here, there] = [textOf(cartIn(page).context.lines), textOf(theirs)]
            return here !== there && `in the tab: ${here || 'nothing'}; at the gateway: ${there || 'nothing'}`
          }),
  },
  {
    name: 'C11',
    holds: 'The shop and its checkout have the cart machine’s current cart, once it was read.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        // after a deployment that changes the cart machine, the shop keeps the last cart that it knows
        if (!page.isCartReported && isCartFresh(page)) return null
        const reported = shopIn(page).context.basket
        const own = basketOf(cartIn(page).context)
        // a checkout with an order of an earlier visit gets the cart when its page is opened
        const checkout = checkoutIn(page)?.context.visitId ? checkoutIn(page)!.context.basket : undefined
        if (reported.subtotal !== own.subtotal || reported.quantity !== own.quantity)
          return `the shop has ${reported.quantity} items, the cart ${own.quantity}`
        if (reported.coupon !== own.coupon && reported.coupon?.couponCode !== own.coupon?.couponCode)
          return 'another coupon'
        return checkout !== undefined && checkout.quantity !== own.quantity && 'the checkout has another cart'
      }),
  },
  {
    name: 'C12',
    holds: 'A coupon counts exactly while it is applied, and the gateway knows it.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { value, context } = cartIn(page)
        if (typeof value.coupon === 'object' && context.coupon === null)
          return 'the state has a coupon, the context has none'
        if (value.coupon === 'none' && context.coupon !== null) return 'the context has a coupon, the state has none'
        const known = world.store.coupons.map(({ code }) => code)
        return (
          context.coupon !== null &&
          !known.includes(context.coupon.couponCode) &&
          'the gateway does not know the coupon'
        )
      }),
  },
  {
    name: 'C13',
    holds: 'No command is carried out twice: there are no more additions than were sent.',
    when: 'always',
    check: ({ store, additionsRequested }) =>
      store.additions > additionsRequested ? `${store.additions} of ${additionsRequested} requested` : null,
  },
  {
    name: 'C14',
    holds: 'A removed line is no longer shown.',
    when: 'act',
    check: (_, { page }, { event }, before) => {
      if (event.type !== 'cart.remove') return null
      const isKnown = (before as { context: CartContext }).context.lines.some(({ id }) => id === event.lineId)
      return isKnown && expectedLines(cartIn(page).context).some(({ id }) => id === event.lineId)
        ? 'the line is shown'
        : null
    },
  },
  {
    name: 'C15',
    holds: 'An idempotency key of the cart is never sent with another body.',
    when: 'always',
    check: ({ store }) => {
      const key = store.keyConflicts.find(one => one.startsWith('add '))
      return key ? `${key} was sent with another body` : null
    },
  },
  {
    name: 'C16',
    holds:
      'A line costs what its quantity costs at its price and with its multi-buy, also while its quantity is being changed.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const lines = [...cartIn(page).context.lines, ...expectedLines(cartIn(page).context)]
        const wrong = lines.find(
          line => lineCents(line) !== priceOfQuantity(unitPriceOf(line), line.quantity, line.multiBuy),
        )
        return wrong && `${wrong.quantity} of product ${wrong.productId} for ${lineCents(wrong)}`
      }),
  },
]
