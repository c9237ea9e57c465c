import { largestQuantity, type CartLine, type NewCartLine, type RemovedLine } from '#contract/cart'
import { toDollars } from '#contract/money'
import { giveUpUnpaid, goodsOf, once, opensTo } from './holds.ts'
import { newId, Refused, type Cart, type Goods, type Store } from './state.ts'

const ownCart = (store: Store, customerId: string | null): Cart | undefined =>
  customerId === null ? undefined : [...store.carts.values()].find(cart => cart.customerId === customerId)

/** The cart that is meant by a session; a customer who names none, or an unknown one, means their own. */
export function cartOf(store: Store, sessionId: string | null, customerId: string | null): Cart | undefined {
  const named = sessionId === null ? undefined : store.carts.get(sessionId)
  return opensTo(named, customerId) ? named : ownCart(store, customerId)
}

/** The lines of a cart at today's prices. */
export const linesOf = (store: Store, cart: Cart | undefined): CartLine[] =>
  (cart?.lines ?? []).map(line => {
    const { name, price } = goodsOf(store, line.productId)
    return {
      ...line,
      productName: name,
      productImage: '/pictures/tea.svg',
      productPrice: toDollars(price),
      totalPrice: toDollars(price * line.quantity),
      sessionId: cart!.sessionId,
    }
  })

function refuseUnsellable({ stock, name }: Goods, wanted: number) {
  if (wanted > Math.min(stock, largestQuantity)) throw new Refused(409, `Only ${stock} of ${name} are left.`)
}

function cartToFill(store: Store, sessionId: string | null, customerId: string | null): Cart {
  const known = cartOf(store, sessionId, customerId)
  if (known) return known
  const cart: Cart = { sessionId: newId(store, 'session'), customerId, lines: [] }
  store.carts.set(cart.sessionId, cart)
  return cart
}

function add(store: Store, { productId, quantity, mySessionId }: NewCartLine, customerId: string | null): CartLine {
  const goods = goodsOf(store, productId)
  const cart = cartToFill(store, mySessionId, customerId)
  giveUpUnpaid(store, cart.sessionId)
  const line = cart.lines.find(one => one.productId === productId)
  refuseUnsellable(goods, quantity + (line?.quantity ?? 0))
  if (line) line.quantity += quantity
  else cart.lines.push({ id: newId(store, 'line'), productId, quantity })
  store.additions += 1
  return linesOf(store, cart).find(one => one.productId === productId)!
}

/** Puts a product into a cart, once a key. */
export function addLine(store: Store, body: NewCartLine, customerId: string | null): object {
  const act = () => ({ data: add(store, body, customerId) })
  return body.requestId ? once(store, `add ${body.requestId}`, body, act) : act()
}

function heldLine(store: Store, id: string, customerId: string | null) {
  const cart = [...store.carts.values()].find(one => one.lines.some(line => line.id === id))
  if (!cart || !opensTo(cart, customerId)) throw new Refused(404, 'This line is no longer in the cart.', 'hard')
  return { cart, line: cart.lines.find(one => one.id === id)! }
}

/** Makes a line hold so many. */
export function changeLine(store: Store, id: string, quantity: number, customerId: string | null): CartLine {
  const { cart, line } = heldLine(store, id, customerId)
  if (quantity !== line.quantity) giveUpUnpaid(store, cart.sessionId)
  if (quantity > line.quantity) refuseUnsellable(goodsOf(store, line.productId), quantity)
  line.quantity = quantity
  return linesOf(store, cart).find(one => one.id === id)!
}

/** Takes a line out of its cart. */
export function removeLine(store: Store, id: string, customerId: string | null): RemovedLine {
  const { cart, line } = heldLine(store, id, customerId)
  giveUpUnpaid(store, cart.sessionId)
  const { quantity, totalPrice } = linesOf(store, cart).find(one => one.id === id)!
  cart.lines = cart.lines.filter(one => one !== line)
  return { id, quantity, totalPrice }
}

/** Makes a visitor's cart the customer's; what the visitor had counts. */
export function adoptCart(store: Store, customerId: string, sessionId: string | null): Cart | undefined {
  const own = ownCart(store, customerId)
  const visitors = sessionId === null ? undefined : store.carts.get(sessionId)
  if (!visitors || visitors.customerId !== null) return own
  if (!own) {
    visitors.customerId = customerId
    return visitors
  }
  for (const { sessionId } of [own, visitors]) giveUpUnpaid(store, sessionId)
  const brought = visitors.lines.map(({ productId }) => productId)
  own.lines = [...own.lines.filter(({ productId }) => !brought.includes(productId)), ...visitors.lines]
  store.carts.delete(visitors.sessionId)
  return own
}
