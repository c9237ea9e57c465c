import { largestQuantity, type CartLine, type NewCartLine, type RemovedLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
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
    const { name, secondName, price } = goodsOf(store, line.productId)
    return {
      ...line,
      productName: secondName ? `${name} ${secondName}` : name,
      productImage: '/pictures/tea.svg',
      productPrice: toDollars(price),
      totalPrice: toDollars(price * line.quantity),
      sessionId: cart!.sessionId,
    }
  })

/** Why so many of a product can't be sold; null if they can. */
export function stockConflict({ id, stock, name, isAwaited }: Goods, wanted: number): Conflict | null {
  const left = isAwaited ? 0 : Math.min(stock, largestQuantity)
  if (wanted <= left) return null
  const message = (): string => {
    if (stock <= 0) return `${name} is out of stock.`
    if (isAwaited) return `${name} cannot be ordered yet.`
    if (wanted > largestQuantity) return `At most ${largestQuantity} of ${name} fit into one order.`
    return stock === 1 ? `Only 1 of ${name} is left.` : `Only ${stock} of ${name} are left.`
  }
  return { about: 'stock', productId: id, left, message: message() }
}

function refuseUnsellable(goods: Goods, wanted: number) {
  const conflict = stockConflict(goods, wanted)
  if (conflict) throw new Refused(409, conflict.message)
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
  return body.requestId
    ? once(store, `add ${body.requestId}`, body, { sessionId: body.mySessionId, customerId }, act)
    : act()
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
