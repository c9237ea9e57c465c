import { validate, type Struct } from 'superstruct'
import { accountRoutes } from '#contract/account'
import { addressRoutes, type NewAddress } from '#contract/address-book'
import { placeRoutes } from '#contract/places'
import { bulkAddRoutes } from '#contract/bulk-add'
import { cartRoutes, isQuantity } from '#contract/cart'
import { couponRoutes } from '#contract/coupon'
import { newsletterRoutes } from '#contract/customer'
import { deliveryRoutes } from '#contract/delivery'
import { favouriteRoutes, type NewFavourites } from '#contract/favourites'
import { shoppingListRoutes, type NewShoppingLists, type ShoppingList } from '#contract/shopping-lists'
import { toDollars } from '#contract/money'
import { orderAttemptRoutes, orderRoutes, type Order, type OrderSummary } from '#contract/order'
import { ownOrderRoutes, type OrderLink } from '#contract/own-order'
import { paymentRoutes } from '#contract/payment'
import { catalogueRoutes, productRoutes, type Product, type ProductCriteria, type ProductSort } from '#contract/product'
import type { AnyRoute } from '#contract/route'
import { changeLineRoute } from '#contract/line-choice'
import { sessionRoutes } from '#contract/settings'
import { slotRoutes } from '#contract/slots'
import { stockNoticeRoutes } from '#contract/stock-notices'
import { suggestionRoutes } from '#contract/suggestions'
import { usualsRoutes } from '#contract/usuals'
import * as accounts from './accounts.ts'
import { addLine, addLines, cartOf, changeLine, linesOf, offeredMultiBuy, removeLine } from './carts.ts'
import { couponOf, feeOf, findCoupon, placeOrder } from './orders.ts'
import { findOrder, discardOrder, type Attempt } from './order-attempts.ts'
import { authorizePayment, beginPayment, endPayment } from './payments.ts'
import { requireProduct, runOnce } from './reservations.ts'
import { conflictRefusal, Refused, type Store, type StoredProduct } from './state.ts'

/** A response: the HTTP status, and a body with a `statusCode`. */
export interface Reply {
  http: number
  body: object
}

/** A request. */
export interface IncomingRequest {
  route: AnyRoute
  params: Record<string, string | number>
  body: unknown
  token: string | null
}

type Handler = (store: Store, asked: { params: Record<string, string>; body: never; who: string | null }) => object

const productOf = (product: StoredProduct): Product => ({
  ...onCard(product),
  multiBuy: offeredMultiBuy(product),
  weighed: product.weighed ?? null,
})

const onCard = ({ id, name, price, stock }: StoredProduct) => ({
  id,
  name,
  thumbnail: '/pictures/tea.svg',
  description: '<p>Green tea. Good.</p>',
  price: toDollars(price),
  specialPrice: null,
  stockStatusId: stock > 0 ? 3 : 2,
})

const begin: Handler = (store, { params, who }) => {
  const cart = cartOf(store, params.sessionId === 'null' ? null : params.sessionId!, who)
  const customer = who === null ? undefined : store.customers.get(who)
  return {
    ...store.settings,
    calculateDeliveyFee: store.settings.calculateDeliveryFee,
    shoppingCart: linesOf(store, cart),
    customerInfo: customer ? accounts.infoOf(customer) : null,
    billingAddress: customer ? accounts.billingOf(customer) : null,
    deliveryAddress: customer?.addresses ?? [],
  }
}

const product: Handler = (store, { params }) => {
  const stored = requireProduct(store, Number(params.id))
  const more = { brandName: 'Lantern', code: 'T1', stockStatusDescription: '', productRelated: [] }
  return { data: { ...productOf(stored), productImages: [{ imageUrl: '/pictures/tea.svg' }], ...more } }
}

const listOrders: Record<ProductSort, (a: StoredProduct, b: StoredProduct) => number> = {
  featured: () => 0,
  price: (a, b) => a.price - b.price,
  'price-desc': (a, b) => b.price - a.price,
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  'unit-price': () => 0,
  newest: (a, b) => b.id - a.id,
}

/** Every list has all products. */
const listProducts: Handler = (store, { body }) => {
  const { page, pageSize, sort, filters } = body as ProductCriteria
  const all = [...store.products, ...store.listed]
  if (!store.readsPages || !page || !pageSize) return { listData: all.map(productOf) }
  const matching = all.filter(({ stock }) => !filters?.stock || stock > 0).toSorted(listOrders[sort ?? 'featured'])
  const onPage = matching.slice((page - 1) * pageSize, page * pageSize)
  return { listData: onPage.map(productOf), total: matching.length }
}

const validateCoupon: Handler = (store, { params }) => {
  const coupon = findCoupon(store, params.code!)
  if (!coupon) throw new Refused(404, 'This coupon is not valid.')
  if (coupon.hasEnded) throw new Refused(404, 'This coupon has expired.')
  if (coupon.usesLeft <= 0) throw new Refused(404, 'This coupon has been used up.')
  return { data: couponOf(coupon) }
}

const orders: Handler = (store, { who, body }) => {
  accounts.requireCustomer(store, who)
  const { orderStatus } = body as { orderStatus: 'current' | 'history' }
  const own = orderStatus === 'current' ? store.placed.filter(({ customerId }) => customerId === who) : []
  const summaryOf = ({ orderId, orderNumber, orderStatus, createdAt, quantity, total }: Order): OrderSummary => {
    return { orderId, orderNumber, orderStatus, createdAt, quantity, total }
  }
  return { listData: own.map(({ order }) => summaryOf(order)).toReversed() }
}

/** Only for customers: no mail is read here. */
const orderByLink: Handler = (store, { who, body }) => {
  const { orderNumber } = body as OrderLink
  const found = store.placed.find(one => one.order.orderNumber === orderNumber && one.customerId === who)
  if (!found || who === null) throw new Refused(404, 'This link does not work any more.', 'hard')
  return { data: found.order }
}

const order: Handler = (store, { who, params }) => {
  accounts.requireCustomer(store, who)
  const found = store.placed.find(one => one.order.orderId === params.id && one.customerId === who)
  if (!found) throw new Refused(404, 'This order does not exist.', 'hard')
  return { data: found.order }
}

/** Products of more orders come first; the fake has no time between them. */
const usuals: Handler = (store, { who }) => {
  const { customerId } = accounts.requireCustomer(store, who)
  const lines = store.placed
    .filter(one => one.customerId === customerId)
    .toReversed()
    .flatMap(({ order }) => order.lines)
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const ordered = ids.map(id => lines.filter(({ productId }) => productId === id))
  const listData = ordered
    .toSorted((one, other) => other.length - one.length)
    .map(([last]) => ({ ...productOf(requireProduct(store, last!.productId)), usualQuantity: last!.quantity }))
  return { listData }
}

const favourites: Handler = (store, { who }) => {
  const { customerId } = accounts.requireCustomer(store, who)
  return { listData: (store.favourites.get(customerId) ?? []).map(productId => ({ productId })) }
}

const saveFavourites: Handler = (store, { who, body }) => {
  const { customerId } = accounts.requireCustomer(store, who)
  const { productIds, requestId } = body as NewFavourites
  const act = () => {
    const known = productIds.filter(id => store.products.some(product => product.id === id))
    if (known.length === 0) throw new Refused(404, 'This product does not exist.', 'hard')
    const before = store.favourites.get(customerId) ?? []
    store.favourites.set(customerId, [...known.filter(id => !before.includes(id)), ...before])
    return { data: { productIds: known } }
  }
  const requester = { sessionId: null, customerId }
  return requestId ? runOnce(store, `favourites ${requestId}`, body, requester, act) : act()
}

const removeFavourite: Handler = (store, { who, params }) => {
  const { customerId } = accounts.requireCustomer(store, who)
  const before = store.favourites.get(customerId) ?? []
  store.favourites.set(
    customerId,
    before.filter(id => id !== Number(params.productId)),
  )
  return {}
}

const listsOf = (store: Store, who: string | null) => {
  const { customerId } = accounts.requireCustomer(store, who)
  const lists = store.shoppingLists.get(customerId) ?? []
  store.shoppingLists.set(customerId, lists)
  return { customerId, lists }
}

const requireList = (lists: readonly ShoppingList[], listId = '') => {
  const list = lists.find(({ id }) => id === Number(listId))
  if (!list) throw new Refused(404, 'This list does not exist.', 'hard')
  return list
}

const shoppingLists: Handler = (store, { who }) => ({ listData: structuredClone(listsOf(store, who).lists) })

const createLists: Handler = (store, { who, body }) => {
  const { customerId, lists } = listsOf(store, who)
  const { lists: wanted, requestId } = body as NewShoppingLists
  const act = () => {
    const created = wanted.map(({ name, lines }) => {
      const known = lists.find(list => list.name === name)
      const list = known ?? { id: (store.lastListId += 1), name, lines: [] }
      if (!known) lists.push(list)
      for (const line of lines) if (!list.lines.some(one => one.productId === line.productId)) list.lines.push(line)
      return list
    })
    return { data: { lists: structuredClone(created) } }
  }
  const requester = { sessionId: null, customerId }
  return requestId ? runOnce(store, `lists ${requestId}`, body, requester, act) : act()
}

const renameList: Handler = (store, { who, params, body }) => {
  requireList(listsOf(store, who).lists, params.listId).name = (body as { name: string }).name
  return {}
}

const deleteList: Handler = (store, { who, params }) => {
  const { customerId, lists } = listsOf(store, who)
  store.shoppingLists.set(
    customerId,
    lists.filter(({ id }) => id !== Number(params.listId)),
  )
  return {}
}

const setListLine: Handler = (store, { who, params, body }) => {
  const { lines } = requireList(listsOf(store, who).lists, params.listId)
  const { id: productId } = requireProduct(store, Number(params.productId))
  const { quantity } = body as { quantity: number }
  const line = lines.find(one => one.productId === productId)
  if (line) line.quantity = quantity
  else lines.push({ productId, quantity })
  return {}
}

const removeListLine: Handler = (store, { who, params }) => {
  const list = listsOf(store, who).lists.find(({ id }) => id === Number(params.listId))
  if (list) list.lines = list.lines.filter(({ productId }) => productId !== Number(params.productId))
  return {}
}

const productsById: Handler = (store, { params }) => ({
  listData: params
    .ids!.split(',')
    .flatMap(id => store.products.find(product => product.id === Number(id)) ?? [])
    .map(productOf),
})

const fee: Handler = (store, { body }) => {
  const { deliveryMethod, ...to } = body as { deliveryMethod: string; city: string; postCode: string }
  const quoted = feeOf(store, deliveryMethod, to)
  if (typeof quoted === 'object') throw conflictRefusal([quoted])
  return { data: { deliveryFee: toDollars(quoted) } }
}

const attemptOf = ({ requestId, sessionId }: Record<string, string>, customerId: string | null): Attempt => ({
  requestId: requestId!,
  caller: { sessionId: sessionId || null, customerId },
})

const regionsOf = (countryId: number) => [1, 2].map(n => countryId * 10 + n)

/** A free slot and a full one of tomorrow for each method. */
const slots: Handler = (store, { params: { methodId = '' } }) => {
  const methods = store.methods.filter(({ id }) => methodId === '' || id === methodId)
  const midnight = store.now() - (store.now() % day)
  return {
    slots: methods.flatMap(({ id }) =>
      [9, 14].map(hour => {
        const startsAt = midnight + day + hour * 3_600_000
        return {
          slotId: `${id}-${startsAt}`,
          methodId: id,
          startsAt: new Date(startsAt).toISOString(),
          endsAt: new Date(startsAt + 2 * 3_600_000).toISOString(),
          cutOffAt: new Date(startsAt - 3_600_000).toISOString(),
          left: hour === 9 ? 5 : 0,
        }
      }),
    ),
  }
}

const day = 86_400_000

const putLine: Handler = (store, { params, body, who }) => ({
  data: changeLine(store, params.id!, body as Parameters<typeof changeLine>[2], who),
})

const handlers = new Map<unknown, Handler>([
  [sessionRoutes.begin, begin],
  [catalogueRoutes.categoryMenu, () => ({ listData: [{ id: 1, title: 'Tea', hasChildren: false, children: [] }] })],
  [catalogueRoutes.topBrands, () => ({ listData: [{ id: 101, name: 'Lantern' }] })],
  [catalogueRoutes.brands, () => ({ listData: [{ id: 101, name: 'Lantern' }] })],
  [catalogueRoutes.banners, () => ({ listData: [{ image: '/pictures/banner.svg' }] })],
  [catalogueRoutes.products, listProducts],
  [productRoutes.product, product],
  [
    suggestionRoutes.suggestions,
    (store, { params }) => ({
      data: {
        products: store.products
          .map(productOf)
          .filter(({ name }) => name.toLowerCase().includes(params.q!.toLowerCase())),
        aisles: [{ id: 1, title: 'Tea' }],
        brands: [{ id: 101, name: 'Lantern' }],
      },
    }),
  ],
  [usualsRoutes.usuals, usuals],
  [favouriteRoutes.favourites, favourites],
  [favouriteRoutes.saveFavourites, saveFavourites],
  [favouriteRoutes.removeFavourite, removeFavourite],
  [favouriteRoutes.productsById, productsById],
  [shoppingListRoutes.shoppingLists, shoppingLists],
  [shoppingListRoutes.createLists, createLists],
  [shoppingListRoutes.renameList, renameList],
  [shoppingListRoutes.deleteList, deleteList],
  [shoppingListRoutes.setListLine, setListLine],
  [shoppingListRoutes.removeListLine, removeListLine],
  [placeRoutes.countries, () => ({ listData: [1, 2].map(id => ({ countryId: id, name: `Country ${id}` })) })],
  [
    placeRoutes.regions,
    (_, { params }) => ({
      listData: regionsOf(Number(params.countryId)).map(id => ({ regionId: id, name: `Region ${id}` })),
    }),
  ],
  [
    placeRoutes.suburbs,
    (_, { params }) => ({ listData: [1, 2].map(n => ({ name: `S${params.regionId}-${n}`, postCode: '2122' })) }),
  ],
  [cartRoutes.addLine, (store, { body, who }) => addLine(store, body, who)],
  [bulkAddRoutes.addLines, (store, { body, who }) => addLines(store, body, who)],
  [cartRoutes.cart, (store, { params, who }) => ({ listData: linesOf(store, cartOf(store, params.sessionId!, who)) })],
  [cartRoutes.changeLine, putLine],
  // the same call, with the choice for the line
  [changeLineRoute, putLine],
  [cartRoutes.removeLine, (store, { params, who }) => ({ data: removeLine(store, params.id!, who) })],
  [couponRoutes.validateCoupon, validateCoupon],
  [couponRoutes.removeCoupon, () => ({})],
  [
    newsletterRoutes.subscribeNewsletter,
    (store, { body }) => {
      store.subscribed.push((body as { email: string }).email)
      return {}
    },
  ],
  [stockNoticeRoutes.requestStockNotice, () => ({})],
  [deliveryRoutes.deliveryMethods, store => ({ listData: store.methods })],
  [deliveryRoutes.deliveryFee, fee],
  [slotRoutes.slots, slots],
  [orderRoutes.placeOrder, (store, { body, who }) => placeOrder(store, body, who)],
  [orderRoutes.orders, orders],
  [orderAttemptRoutes.findOrder, (store, { params, who }) => ({ data: findOrder(store, attemptOf(params, who)) })],
  [orderAttemptRoutes.discardOrder, (store, { params, who }) => discardOrder(store, attemptOf(params, who))],
  [orderRoutes.order, order],
  [ownOrderRoutes.orderByLink, orderByLink],
  [paymentRoutes.beginPayment, (store, { body, who }) => ({ data: beginPayment(store, body, who) })],
  [paymentRoutes.endPayment, (store, { params, who }) => endPayment(store, params.id!, who)],
  [paymentRoutes.authorizePayment, (store, { params, who }) => ({ data: authorizePayment(store, params.id!, who) })],
  [accountRoutes.login, (store, { body }) => accounts.logIn(store, body)],
  [accountRoutes.createAccount, (store, { body }) => accounts.createAccount(store, body)],
  [
    accountRoutes.updateCustomer,
    (store, { who, params, body }) => accounts.updateCustomer(store, who, params.customerId!, body),
  ],
  [accountRoutes.updatePassword, (store, { who, body }) => accounts.updatePassword(store, who, body)],
  [accountRoutes.forgotPassword, () => ({})],
  [accountRoutes.checkResetLink, (store, { body }) => accounts.checkResetLink(store, body)],
  [accountRoutes.resetPassword, (store, { body }) => accounts.resetPassword(store, body)],
  [
    addressRoutes.createAddress,
    (store, { who, body }) => {
      const { requestId } = body as NewAddress
      const act = () => ({ data: accounts.createAddress(store, who, body) })
      return requestId ? runOnce(store, `address ${requestId}`, body, { sessionId: null, customerId: who }, act) : act()
    },
  ],
  [addressRoutes.updateAddress, (store, { who, body }) => ({ data: accounts.updateAddress(store, who, body) })],
])

/** @throws Refused 400 for a body that the contract does not allow, and for an invalid quantity */
const requireValidBody = ({ route, body }: IncomingRequest) => {
  const [failure] = route.body === null ? [] : validate(body, route.body as Struct)
  const isOutOfRange =
    typeof body === 'object' && body !== null && 'quantity' in body && !isQuantity(body.quantity as number)
  if (failure || isOutOfRange)
    throw new Refused(400, `${failure?.path.join('.') ?? 'quantity'} is missing or invalid`, 'hard')
}

const asReply = ({ status, message, kind, conflicts }: Refused): Reply => ({
  http: kind === 'hard' ? status : 200,
  body: { statusCode: status, message, ...(kind === 'soft' && { data: null }), ...(conflicts && { conflicts }) },
})

/**
 * Answers a request. A gateway of its own, because it runs on the clock and the random numbers of a visit, and its state can be read
 * after each step. The real one on PGlite in memory needs 1.3 s of processor time for a database, and 2 to 4 ms for a call that reads;
 * a whole visit of 90 calls takes 0.7 s with this one. `tests/contract/gateway/fake-gateway.test.ts` keeps the two alike.
 */
export function handle(store: Store, asked: IncomingRequest): Reply {
  try {
    const { route, params, body, token } = asked
    if (route === accountRoutes.logout) {
      if (token) store.revoked.add(token)
      return { http: 200, body: { statusCode: 200 } }
    }
    const who = accounts.publicRoutes.includes(route) ? null : accounts.customerOfToken(store, token)
    requireValidBody(asked)
    const named = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
    const answer = handlers.get(route)!(store, { params: named, body: body as never, who })
    return { http: 200, body: { statusCode: route.success[0] ?? 200, ...answer } }
  } catch (error) {
    if (error instanceof Refused) return asReply(error)
    throw error
  }
}
