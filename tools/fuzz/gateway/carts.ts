import type { NewCartLines, RefusedLine } from '#contract/bulk-add'
import { largestQuantity, type CartLine, type NewCartLine, type RemovedLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import { toCents, toDollars } from '#contract/money'
import type { MultiBuy } from '#contract/multi-buy'
import { fieldError } from '#contract/fields'
import type { LineChoice } from '#contract/substitution'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { releaseUnpaidPayments, requireProduct, runOnce, canAccess } from './reservations.ts'
import { type Cart, conflictRefusal, newId, Refused, type Store, type StoredProduct } from './state.ts'

const ownCart = (store: Store, customerId: string | null): Cart | undefined =>
  customerId === null ? undefined : [...store.carts.values()].find(cart => cart.customerId === customerId)

/** The cart of a session. Without one that the caller may access, the customer's own cart. */
export function cartOf(store: Store, sessionId: string | null, customerId: string | null): Cart | undefined {
  const named = sessionId === null ? undefined : store.carts.get(sessionId)
  return canAccess(named, customerId) ? named : ownCart(store, customerId)
}

/** The multi-buy of a product that is offered at its price: it is lower, and one more never costs less in total. */
export function offeredMultiBuy({ price, multiBuy }: StoredProduct): MultiBuy | null {
  if (!multiBuy) return null
  const [together, { quantity }] = [toCents(multiBuy.price), multiBuy]
  return together >= (quantity - 1) * price && together < quantity * price ? multiBuy : null
}

/** The fields of a line with a multi-buy; `price` in cents. */
export const multiBuyFields = (price: number, quantity: number, multiBuy: MultiBuy | null) =>
  multiBuy && { multiBuy, linePrice: toDollars(priceOfQuantity(price, quantity, multiBuy)) }

/** The lines of a cart at current prices. */
export const linesOf = (store: Store, cart: Cart | undefined): CartLine[] =>
  (cart?.lines ?? []).map(line => {
    const product = requireProduct(store, line.productId)
    const { name, secondName, price, weighed } = product
    const { substitution = null, note, ...held } = line
    return {
      ...held,
      substitution,
      ...(note && { note }),
      productName: secondName ? `${name} ${secondName}` : name,
      productImage: '/pictures/tea.svg',
      productPrice: toDollars(price),
      totalPrice: toDollars(price * line.quantity),
      ...multiBuyFields(price, line.quantity, offeredMultiBuy(product)),
      ...(weighed && { weighed }),
      sessionId: cart!.sessionId,
    }
  })

/** The conflict if this quantity can't be sold; null if it can. */
export function stockConflict({ id, stock, name, isAnnounced }: StoredProduct, wanted: number): Conflict | null {
  const left = isAnnounced ? 0 : Math.min(stock, largestQuantity)
  if (wanted <= left) return null
  const message = (): string => {
    if (stock <= 0) return `${name} is out of stock.`
    if (isAnnounced) return `${name} cannot be ordered yet.`
    if (wanted > largestQuantity) return `The most you can order is ${largestQuantity}: ${name}`
    return `Only ${stock} left: ${name}`
  }
  return { about: 'stock', productId: id, left, message: message() }
}

function requireStock(product: StoredProduct, wanted: number) {
  const conflict = stockConflict(product, wanted)
  if (conflict) throw conflictRefusal([conflict])
}

function findOrCreateCart(store: Store, sessionId: string | null, customerId: string | null): Cart {
  const known = cartOf(store, sessionId, customerId)
  if (known) return known
  const cart: Cart = { sessionId: newId(store, 'session'), customerId, lines: [] }
  store.carts.set(cart.sessionId, cart)
  return cart
}

function add(store: Store, { productId, quantity, mySessionId }: NewCartLine, customerId: string | null): CartLine {
  const product = requireProduct(store, productId)
  const cart = findOrCreateCart(store, mySessionId, customerId)
  releaseUnpaidPayments(store, cart.sessionId)
  const line = cart.lines.find(one => one.productId === productId)
  requireStock(product, quantity + (line?.quantity ?? 0))
  if (line) line.quantity += quantity
  else cart.lines.push({ id: newId(store, 'line'), productId, quantity })
  store.additions += 1
  return linesOf(store, cart).find(one => one.productId === productId)!
}

/** Another device adds one of a product to a cart. Nothing happens if the cart is gone, or the product can't be sold. */
export function addElsewhere(store: Store, sessionId: string, product: StoredProduct): void {
  const cart = store.carts.get(sessionId)
  const line = cart?.lines.find(({ productId }) => productId === product.id)
  if (!cart || stockConflict(product, 1 + (line?.quantity ?? 0))) return
  releaseUnpaidPayments(store, sessionId)
  if (line) line.quantity += 1
  else cart.lines.push({ id: newId(store, 'line'), productId: product.id, quantity: 1 })
}

/** Adds a product to a cart. Idempotent by `requestId`. */
export function addLine(store: Store, body: NewCartLine, customerId: string | null): object {
  const act = () => ({ data: add(store, body, customerId) })
  return body.requestId
    ? runOnce(store, `add ${body.requestId}`, body, { sessionId: body.mySessionId, customerId }, act)
    : act()
}

/** Adds several products to a cart; those that are refused do not prevent the others, and begin no cart. Idempotent by `requestId`. */
export function addLines(store: Store, body: NewCartLines, customerId: string | null): object {
  const { lines, mySessionId, requestId } = body
  const act = () => {
    const isNew = cartOf(store, mySessionId, customerId) === undefined
    const { sessionId } = findOrCreateCart(store, mySessionId, customerId)
    const added: number[] = []
    const refused: RefusedLine[] = []
    for (const { productId, quantity } of lines) {
      try {
        const details = { productName: '', productPrice: 0, productImage: '' }
        add(store, { productId, quantity, ...details, mySessionId: sessionId }, customerId)
        added.push(productId)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refused.push({ productId, message: error.message, left: leftOf(store, sessionId, productId) })
      }
    }
    const isUnused = isNew && added.length === 0
    if (isUnused) store.carts.delete(sessionId)
    return { data: { sessionId: isUnused ? null : sessionId, added, refused } }
  }
  return requestId ? runOnce(store, `add lines ${requestId}`, body, { sessionId: mySessionId, customerId }, act) : act()
}

/** How many of a product can still be added to a cart. */
function leftOf(store: Store, sessionId: string, productId: number): number {
  const product = store.products.find(({ id }) => id === productId)
  const held = store.carts.get(sessionId)?.lines.find(line => line.productId === productId)?.quantity ?? 0
  const conflict = product && stockConflict(product, largestQuantity + 1)
  return Math.max((conflict?.left ?? 0) - held, 0)
}

function findLine(store: Store, id: string, customerId: string | null) {
  const cart = [...store.carts.values()].find(one => one.lines.some(line => line.id === id))
  if (!cart || !canAccess(cart, customerId)) throw new Refused(404, 'This item is no longer in your cart.', 'hard')
  return { cart, line: cart.lines.find(one => one.id === id)! }
}

interface LineChange extends LineChoice {
  quantity: number
}

/** Sets the quantity of a line, and what the shopper wants if it has run out. */
export function changeLine(
  store: Store,
  id: string,
  { quantity, substitution, note }: LineChange,
  customerId: string | null,
): CartLine {
  const { cart, line } = findLine(store, id, customerId)
  const error = fieldError('note', note ?? '')
  if (error) throw new Refused(400, error, 'hard')
  if (substitution !== undefined) line.substitution = substitution
  if (note !== undefined) line.note = note?.trim() ? note : null
  if (quantity !== line.quantity) releaseUnpaidPayments(store, cart.sessionId)
  if (quantity > line.quantity) requireStock(requireProduct(store, line.productId), quantity)
  line.quantity = quantity
  return linesOf(store, cart).find(one => one.id === id)!
}

/** Removes a line from its cart. */
export function removeLine(store: Store, id: string, customerId: string | null): RemovedLine {
  const { cart, line } = findLine(store, id, customerId)
  releaseUnpaidPayments(store, cart.sessionId)
  const { quantity, totalPrice } = linesOf(store, cart).find(one => one.id === id)!
  cart.lines = cart.lines.filter(one => one !== line)
  return { id, quantity, totalPrice }
}

/** Makes a guest's cart the customer's. Lines of the guest replace the customer's lines of the same product. */
export function adoptCart(store: Store, customerId: string, sessionId: string | null): Cart | undefined {
  const own = ownCart(store, customerId)
  const visitors = sessionId === null ? undefined : store.carts.get(sessionId)
  if (!visitors || visitors.customerId !== null) return own
  if (!own) {
    visitors.customerId = customerId
    return visitors
  }
  for (const { sessionId } of [own, visitors]) releaseUnpaidPayments(store, sessionId)
  const brought = visitors.lines.map(({ productId }) => productId)
  own.lines = [...own.lines.filter(({ productId }) => !brought.includes(productId)), ...visitors.lines]
  store.carts.delete(visitors.sessionId)
  return own
}
