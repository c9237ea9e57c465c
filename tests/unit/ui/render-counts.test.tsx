// @vitest-environment happy-dom
import { renderCounts, resetRenderCounts } from '../../kit/render-counter.ts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createPath, type To } from 'react-router-dom'
import type { AnyEventObject } from 'xstate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createVault } from '#machines/journal/vault'
import type { PageName } from '#contract/paths'
import type { ShopActor } from '#machines/shop/shop'
import * as sanitizer from '#src/product/sanitize-html.ts'
import { App } from '#src/start/App.tsx'
import { loadPage } from '#src/start/pages.ts'
import { System } from '#src/system/actors.tsx'
import { fillDetails, fillPickup } from '../../kit/checkout-forms.ts'
import { locationOf, openShop, type OpenShop } from '../../kit/open-shop.ts'
import { accountFor, answerFor, identityOf, mai } from '../../kit/outcomes.ts'
import type { Pending } from '../../kit/system.ts'

// tests that share the worker may have imported the module
vi.hoisted(() => vi.resetModules())
vi.mock('#src/product/sanitize-html.ts', { spy: true })

const navigator = {
  createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
  push() {},
  replace() {},
  go() {},
}

/** Effects that run as long as their page. */
const lasting = ['watchLock', 'watchWindow']

/** Answers every call, as a gateway with the customer's account does. */
async function settle(shop: OpenShop, isCustomer: boolean) {
  const next = () => shop.pending.find(({ name }) => !lasting.some(effect => name.endsWith(effect)))
  const answerTo = ({ name, input }: Pending) => {
    const answer = answerFor(name, input)
    return isCustomer && name.endsWith('begin') ? { ...(answer as object), account: accountFor(mai) } : answer
  }
  for (let one = next(); one; one = next()) await shop.settle(one, { answer: answerTo(one) })
}

const cleanups: (() => void)[] = []
afterEach(() => {
  while (cleanups.length > 0) cleanups.pop()!()
})

/** The whole storefront on a page. */
async function openPage(page: PageName, path: string, isCustomer = false, fillIn?: (shop: OpenShop) => void) {
  await loadPage(page)
  const shop = openShop()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  cleanups.push(() => {
    act(() => root.unmount())
    shop.root.stop()
    document.body.replaceChildren()
    // the checkout opens the step that is in the history's state
    history.replaceState(null, '')
  })
  const live = shop.root.start() as ShopActor
  const identity = isCustomer ? identityOf(mai) : ({ is: 'guest' } as const)
  live.send({ type: 'visit.started', visitId: 'f', sessionId: 'session-1', identity })
  live.send({ type: 'location.changed', move: 'PUSH', location: locationOf(path) })
  await settle(shop, isCustomer)
  fillIn?.(shop)
  await settle(shop, isCustomer)
  const vault = createVault()
  const app = (
    <System value={{ shop: live, served: live, vault }}>
      <App navigator={navigator} />
    </System>
  )
  await act(async () => root.render(app))
  /** Renders by component, while an event is sent. */
  const rendersOf = async (to: string, event: AnyEventObject) => {
    resetRenderCounts()
    await act(async () => shop.send(to, event))
    return renderCounts()
  }
  return { rendersOf }
}

interface Case {
  page: PageName
  path: string
  isCustomer?: boolean
  /** Fills in forms before the page is rendered. */
  fillIn?: (shop: OpenShop) => void
  /** Sent first, since a first change may touch more. */
  before?: [to: string, event: AnyEventObject]
  event: [to: string, event: AnyEventObject]
  renders: Record<string, number>
  leaves: string[]
}

const layout = ['LayoutScreen', 'Header', 'SideMenu', 'CategoryTree', 'Footer']
/** The parts of the checkout around the open step. */
const aroundStep = ['CheckoutScreen', 'Breadcrumb', 'Steps', 'Step', 'StepSummary', 'OpenStep', ...layout]
const amounts = ['OrderSummary', 'OrderLines', 'Totals', 'PinnedTotal']
const typed = (type: string, more: object = {}): AnyEventObject => ({ type, ...more })

const cases: Record<string, Case> = {
  'typing a quantity on a product page': {
    page: 'product',
    path: '/main/product-detail/1',
    event: ['product', typed('product.typedQuantity', { quantity: 3 })],
    renders: { QuantityField: 1 },
    leaves: ['ProductScreen', 'Description', 'Gallery', 'ProductFacts', 'Carousel', 'ProductCard', ...layout],
  },
  'choosing a picture of a product': {
    page: 'product',
    path: '/main/product-detail/1',
    event: ['product', typed('product.choosePicture', { index: 1 })],
    renders: { Gallery: 1 },
    leaves: ['ProductScreen', 'Description', 'QuantityField', 'ProductFacts', 'Carousel', 'ProductCard', ...layout],
  },
  'adding a related product': {
    page: 'product',
    path: '/main/product-detail/1',
    event: [
      'cart',
      typed('cart.add', {
        from: 'list',
        productId: 2,
        productName: 'Jasmine Tea 100 g',
        productPrice: 11.9,
        productImage: '',
        quantity: 1,
      }),
    ],
    renders: { ProductCard: 1 },
    leaves: ['ProductScreen', 'Description', 'QuantityField', 'Carousel', ...layout],
  },
  'typing in the search box': {
    page: 'list',
    path: '/main/product-list/0',
    event: ['search', typed('search.typed', { value: 'r' })],
    renders: { Search: 1 },
    leaves: ['ListScreen', 'ProductCard', 'Carousel', ...layout],
  },
  'typing in the newsletter form': {
    page: 'list',
    path: '/main/product-list/0',
    event: ['newsletter', typed('newsletter.typed', { value: 'm' })],
    renders: { Newsletter: 1 },
    leaves: ['ListScreen', 'ProductCard', 'Carousel', ...layout],
  },
  'opening a menu of the header': {
    page: 'list',
    path: '/main/product-list/0',
    event: ['menus', typed('menus.toggle', { menu: 'cart' })],
    renders: { CartMenu: 1 },
    leaves: ['ListScreen', 'ProductCard', 'Carousel', 'AccountMenu', ...layout],
  },
  'a toast': {
    page: 'list',
    path: '/main/product-list/0',
    event: ['shop', typed('toast.raised', { toast: { kind: 'success', text: 'Saved' } })],
    renders: {},
    leaves: ['ListScreen', 'ProductCard', 'Carousel', 'CartMenu', ...layout],
  },
  'typing a quantity in the cart': {
    page: 'cart',
    path: '/main/shopping-cart',
    event: ['cart', typed('cart.setQuantity', { lineId: 'line-1', quantity: null })],
    renders: { CartLine: 1 },
    leaves: ['CartScreen', 'Breadcrumb', 'CartSummary', 'Coupon', 'PinnedTotal', ...layout],
  },
  'typing a coupon code in the cart': {
    page: 'cart',
    path: '/main/shopping-cart',
    event: ['cart', typed('coupon.typed', { value: 'T' })],
    renders: { Coupon: 1 },
    leaves: ['CartScreen', 'Breadcrumb', 'CartLine', 'CartSummary', 'PinnedTotal', ...layout],
  },
  'typing a name in the checkout': {
    page: 'checkout',
    path: '/check-out',
    before: ['checkout', typed('checkout.typed', { form: 'person', field: 'firstName', value: 'M' })],
    event: ['checkout', typed('checkout.typed', { form: 'person', field: 'firstName', value: 'Ma' })],
    renders: { Field: 1, PersonInput: 1 },
    leaves: ['DetailsStep', 'StepForm', 'AddressForm', 'SelectField', 'CityField', ...amounts, ...aroundStep],
  },
  'typing a street of the billing address in the checkout': {
    page: 'checkout',
    path: '/check-out',
    before: ['checkout', typed('checkout.typed', { form: 'billing', field: 'address1', value: '8' })],
    event: ['checkout', typed('checkout.typed', { form: 'billing', field: 'address1', value: '88' })],
    renders: { Field: 1, AddressForm: 1 },
    leaves: ['DetailsStep', 'StepForm', 'PersonInput', 'SelectField', 'CityField', ...amounts, ...aroundStep],
  },
  'typing a street of the delivery address in the checkout': {
    page: 'checkout',
    path: '/check-out',
    fillIn(shop) {
      fillDetails(shop)
      shop.send('checkout', { type: 'checkout.chooseDeliverTo', to: 'other' })
    },
    before: ['checkout', typed('checkout.typed', { form: 'delivery', field: 'address1', value: '8' })],
    event: ['checkout', typed('checkout.typed', { form: 'delivery', field: 'address1', value: '88' })],
    renders: { Field: 1, AddressForm: 1 },
    leaves: [
      'DeliveryStep',
      'StepForm',
      'Choice',
      'DeliveryAddress',
      'FeeNotice',
      'SelectField',
      'CityField',
      ...amounts,
      ...aroundStep,
    ],
  },
  'choosing how to pay in the checkout': {
    page: 'checkout',
    path: '/check-out',
    fillIn(shop) {
      fillPickup(shop)
      shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    },
    event: ['checkout', typed('checkout.choosePayment', { method: 'online' })],
    renders: { Choice: 1 },
    leaves: ['PaymentStep', 'StepForm', ...amounts, ...aroundStep],
  },
  'typing a comment in the checkout': {
    page: 'checkout',
    path: '/check-out',
    fillIn: fillPickup,
    before: ['checkout', typed('checkout.typedComment', { value: 'R' })],
    event: ['checkout', typed('checkout.typedComment', { value: 'Ri' })],
    renders: { Field: 1 },
    leaves: ['ReviewStep', 'ReviewNews', 'ReviewLines', 'Facts', 'PlaceButton', ...amounts, ...aroundStep],
  },
  'typing an email address on the login page': {
    page: 'login',
    path: '/auth/login',
    before: ['login', typed('login.typed', { value: 'm' })],
    event: ['login', typed('login.typed', { value: 'ma' })],
    renders: { Field: 1 },
    leaves: ['LoginScreen', 'Breadcrumb', 'PasswordField', 'NewHere', ...layout],
  },
  'typing a name on the registration page': {
    page: 'register',
    path: '/main/register',
    before: ['registration', typed('registration.typed', { form: 'person', field: 'firstName', value: 'M' })],
    event: ['registration', typed('registration.typed', { form: 'person', field: 'firstName', value: 'Ma' })],
    renders: { Field: 1 },
    leaves: ['RegistrationScreen', 'Form', 'PasswordField', 'AddressForm', 'SelectField', 'Checkbox', ...layout],
  },
  'typing a street on the registration page': {
    page: 'register',
    path: '/main/register',
    before: ['registration', typed('registration.typed', { form: 'address', field: 'address1', value: '8' })],
    event: ['registration', typed('registration.typed', { form: 'address', field: 'address1', value: '88' })],
    renders: { Field: 1, AddressForm: 1 },
    leaves: ['RegistrationScreen', 'Form', 'PersonFields', 'PasswordField', 'SelectField', 'CityField', ...layout],
  },
  'typing a name in the profile': {
    page: 'profile',
    path: '/manage-account/modify-account',
    isCustomer: true,
    before: ['profile', typed('profile.typed', { field: 'firstName', value: 'M' })],
    event: ['profile', typed('profile.typed', { field: 'firstName', value: 'Ma' })],
    renders: { Field: 1 },
    leaves: ['ProfileScreen', 'AccountNav', 'Form', 'FormEnd', ...layout],
  },
  'typing a street in the billing address': {
    page: 'billing',
    path: '/manage-account/modify-address',
    isCustomer: true,
    before: ['addresses', typed('addresses.typed', { field: 'address2', value: 'U' })],
    event: ['addresses', typed('addresses.typed', { field: 'address2', value: 'Un' })],
    renders: { Field: 1, AddressForm: 1 },
    leaves: ['BillingScreen', 'AccountNav', 'Form', 'SelectField', 'CityField', 'FormEnd', ...layout],
  },
  'opening an order': {
    page: 'orders',
    path: '/manage-order/history-order',
    isCustomer: true,
    event: ['orders', typed('orders.toggle', { orderId: 'order-1' })],
    renders: { OrderCard: 1 },
    leaves: ['OrdersScreen', 'AccountNav', 'OrderListScreen', ...layout],
  },
}

describe('renders', () => {
  test.each(Object.entries(cases))('%s renders only the components that it changes', async (_, one) => {
    const { rendersOf } = await openPage(one.page, one.path, one.isCustomer, one.fillIn)
    if (one.before) await rendersOf(...one.before)
    const counts = await rendersOf(...one.event)
    expect(counts).toMatchObject(one.renders)
    expect(one.leaves.filter(name => name in counts)).toEqual([])
  })

  test('typing a quantity does not sanitize the description again', async () => {
    const { rendersOf } = await openPage('product', '/main/product-detail/1')
    const calls = vi.mocked(sanitizer.sanitizeHtml).mock.calls
    expect(calls.length).toBeGreaterThan(0)
    const before = calls.length
    await rendersOf('product', { type: 'product.typedQuantity', quantity: 3 })
    expect(calls.length).toBe(before)
  })
})
