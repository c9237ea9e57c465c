import { buys, fillsCart, newCustomer, savesAddress } from '../../kit/customer-shopper.ts'
import type { Shopper, ShopperOptions } from '../../kit/shopper.ts'
import { saturday, sunday, twoLeft } from '../../kit/outcomes.ts'
import { draftedOrder, foundTea, twoPacks } from '../../model/order-change.model.ts'
import { answeredOrder, cancelledOrder } from '../../model/own-order.model.ts'
import { goes, hears, sees, type Visit } from '../accessibility/page-states.ts'

const foot = ({ page }: Shopper) => page.getByRole('contentinfo')
const side = ({ main }: Shopper) => main.getByRole('navigation', { name: 'Manage Account' })
const saves = (shopper: Shopper) => shopper.presses('Save')
/** The button of an incomplete form is `aria-disabled`; a click on it still works. */
const triesToRegister = ({ main }: Shopper) => main.getByRole('button', { name: /^Register/ }).click({ force: true })

/** Login, registration, and the pages for a forgotten password. */
const entrances: Visit[] = [
  {
    path: '/auth/login',
    states: [
      { name: 'the login', act: shopper => shopper.seesHeading('Login') },
      {
        name: 'the login with errors',
        act: async shopper => {
          await shopper.presses('Login')
          await shopper.sees('Password is required')
        },
      },
      {
        name: 'a login in flight',
        act: async shopper => {
          shopper.gateway.holds('login')
          await shopper.logsIn({ email: 'unknown@example.com', password: 'not my tea' })
          await shopper.sees('Logging in …')
        },
      },
      {
        name: 'a login that was refused',
        act: async shopper => {
          await shopper.gateway.answers('login')
          await shopper.sees('email and password don’t match')
        },
      },
      {
        name: 'the login on the way to somewhere else',
        act: async shopper => {
          await shopper.goes('/auth/login?return=%2Fcheck-out')
          await shopper.sees('Please log in to continue.')
        },
      },
    ],
  },
  {
    path: '/forget-password',
    states: [
      {
        name: 'a forgotten password, with an error',
        act: async shopper => {
          await shopper.presses('Send reset link')
          await shopper.sees('Please fix this field')
        },
      },
      {
        name: 'a link that was sent',
        act: async shopper => {
          shopper.gateway.says('forgotPassword', {})
          await shopper.field('Email').fill('mai.tran@example.com')
          await shopper.presses('Send reset link')
          await shopper.sees('a reset link is on its way')
        },
      },
      {
        name: 'a new password, with errors',
        act: async shopper => {
          shopper.gateway.says('checkResetLink', {})
          await shopper.goes('/reset-password?token=one')
          await shopper.presses('Change Password')
          await shopper.sees('Please fix these 2 fields')
        },
      },
      {
        name: 'a password that was changed',
        act: async shopper => {
          shopper.gateway.says('resetPassword', {})
          await choosesPassword(shopper)
          await shopper.seesHeading('Password changed')
        },
      },
      { name: 'a new password', act: goes('/reset-password?token=two') },
      {
        name: 'a link that is no longer valid',
        act: async shopper => {
          shopper.gateway.says('resetPassword', { statusCode: 410, message: 'This link has expired.' })
          await choosesPassword(shopper)
          await shopper.sees('This link has expired.')
        },
      },
      { name: 'a forgotten password', act: shopper => shopper.follows('Ask for a new link') },
    ],
  },
  {
    path: '/main/register',
    states: [
      { name: 'the registration', act: sees('fields left.') },
      {
        name: 'the registration with errors',
        act: async shopper => {
          await triesToRegister(shopper)
          await shopper.sees('Please fix these 10 fields')
        },
      },
      {
        name: 'a registration with an email that is taken',
        act: async shopper => {
          await shopper.fillsRegistration({ Email: `mai.tran-${Date.now()}@example.com` })
          const message = 'An account with this email already exists.'
          shopper.gateway.says('createAccount', { statusCode: 409, message })
          await shopper.presses('Register')
          await shopper.sees('Is this you?')
        },
      },
      {
        name: 'an account that has been created',
        act: async shopper => {
          await shopper.gateway.answers('createAccount')
          await shopper.field('Email').fill(`mai.anh.tran-${Date.now()}@example.com`)
          await shopper.presses('Register')
          await shopper.seesHeading('Your account has been created')
          await shopper.page.locator('[data-sonner-toast]').waitFor({ state: 'detached' }) // the toast of the refusal disappears with the form
        },
      },
      {
        name: "a customer's account dropdown",
        act: async shopper => {
          await shopper.presses(/Account/, shopper.header)
          await shopper.page.getByRole('region', { name: 'Account' }).getByRole('link', { name: 'Logout' }).waitFor()
        },
      },
      {
        name: 'an order history with nothing in it',
        act: async shopper => {
          await shopper.follows('Order History', foot(shopper))
          await shopper.sees('You have no orders.')
        },
      },
      {
        name: 'a logout',
        act: async shopper => {
          await shopper.goes('/auth/logout')
          await shopper.seesHeading('You have been logged out.')
        },
      },
    ],
  },
]

async function choosesPassword(shopper: Shopper) {
  for (const label of ['Password', 'Confirm password']) await shopper.field(label).fill('plum 香 47 lantern')
  await shopper.presses('Change Password')
}

/** A customer with two addresses. */
async function customer() {
  const mai = await newCustomer()
  await savesAddress(mai, '40 Rowe Street')
  return mai
}
const known = async (): Promise<ShopperOptions> => ({ token: (await customer()).token })

/** The account's pages. */
const accounts: Visit[] = [
  {
    path: '/manage-account',
    options: known,
    gateway: gateway => gateway.fails(['begin', 'orders'], 'HTTP 500'),
    states: [
      {
        name: 'an account that could not be loaded',
        act: async shopper => {
          await shopper.sees('We couldn’t load your account')
          await shopper.sees('We couldn’t load your orders')
        },
      },
      {
        name: 'an account that is loading',
        act: async shopper => {
          for (const call of ['begin', 'orders'] as const) shopper.gateway.holds(call)
          for (const list of ['account', 'orders']) {
            await shopper.main
              .locator('section')
              .filter({ has: shopper.page.getByRole('heading', { name: `We couldn’t load your ${list}` }) })
              .getByRole('button', { name: 'Try again' })
              .last()
              .click()
            await hears(`Loading your ${list}`)(shopper)
          }
        },
      },
      {
        name: 'an account without orders',
        act: async shopper => {
          await shopper.gateway.answers()
          await shopper.sees('1 Test Street')
          await shopper.sees('You have no orders.')
        },
      },
      {
        name: 'account information with an error',
        act: async shopper => {
          await shopper.follows('Edit Account Information', side(shopper))
          await shopper.field('Last name').fill('')
          await saves(shopper)
          await shopper.sees('Please fix this field')
        },
      },
      {
        name: 'account information that was refused, and the side menu hidden',
        act: async shopper => {
          const message = 'An account with this email already exists.'
          shopper.gateway.says('updateCustomer', { statusCode: 409, message })
          await shopper.field('Last name').fill('Tran')
          await saves(shopper)
          await shopper.sees(message)
          await shopper.presses('Hide menu')
        },
      },
      {
        name: 'a change of password, with errors',
        act: async shopper => {
          await shopper.presses('Show menu')
          await shopper.follows('Change Password', side(shopper))
          await shopper.seesHeading('Change Password')
          await saves(shopper)
          await shopper.sees('Please fix these 3 fields')
        },
      },
      {
        name: 'a change of password that requires another login',
        act: async shopper => {
          const message = 'Please log in again to change your password.'
          shopper.gateway.says('updatePassword', { statusCode: 403, message })
          for (const label of ['Current password', 'Password', 'Confirm password'])
            await shopper.field(label).fill('plum 香 47 lantern')
          await saves(shopper)
          await shopper.sees(message)
        },
      },
    ],
  },
  {
    path: '/manage-account/modify-address',
    options: known,
    states: [
      {
        name: 'the billing address, with an error',
        act: async shopper => {
          await shopper.field('Post code').fill('')
          await saves(shopper)
          await shopper.sees('Please fix this field')
        },
      },
      {
        name: 'the delivery addresses',
        act: async shopper => {
          await shopper.follows('Modify Delivery Address', side(shopper))
          await shopper.sees('40 Rowe Street')
        },
      },
      {
        name: 'another delivery address, with errors',
        act: async shopper => {
          await shopper.presses('Add Address')
          await saves(shopper)
          await shopper.sees('Please fix these 3 fields')
        },
      },
      {
        name: 'a delivery address that is edited, and refused',
        act: async shopper => {
          await shopper.presses('Cancel')
          await shopper.presses('Edit 40 Rowe Street')
          const message = 'We do not deliver to Eastwood yet.'
          shopper.gateway.says('updateAddress', { statusCode: 422, message })
          await saves(shopper)
          await shopper.sees(message)
        },
      },
    ],
  },
  {
    path: '/manage-account',
    options: known,
    widths: [320, 768],
    states: [
      {
        name: "a customer's drawer",
        act: async shopper => {
          await shopper.presses('Menu', shopper.header)
          await shopper.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Logout' }).waitFor()
        },
      },
    ],
  },
]

const opensOrder = (shopper: Shopper) => shopper.presses(/^Order /)

/** Placed orders, and a customer's checkout. */
/** A file that no browser can make smaller. */
const tooLarge = { name: 'bag.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(8_000_001, 1) }

const orders: Visit[] = [
  {
    path: '/manage-order/current-order',
    options: async () => {
      const mai = await customer()
      await buys(mai, [[101, 2], [301, 1]]) // prettier-ignore
      await buys(mai, [[101, 3]])
      return { token: mai.token }
    },
    gateway: gateway => gateway.fails('orders', 'HTTP 500'),
    states: [
      { name: 'orders that could not be loaded', act: sees('We couldn’t load your orders') },
      {
        name: 'orders that are loading',
        act: async shopper => {
          shopper.gateway.holds('orders')
          await shopper.presses('Try again')
          await hears('Loading your orders')(shopper)
        },
      },
      {
        name: 'orders, one of which could not be loaded',
        act: async shopper => {
          await shopper.gateway.answers()
          shopper.gateway.fails('order', 'HTTP 500')
          await opensOrder(shopper)
          await shopper.sees('We couldn’t load this order.')
        },
      },
      {
        name: 'an order that is loading',
        act: async shopper => {
          shopper.gateway.holds('order')
          await shopper.presses('Try again')
          await hears('Loading the order')(shopper)
        },
      },
      {
        name: 'an order that is open, and is being bought again',
        act: async shopper => {
          await shopper.gateway.answers()
          shopper.gateway.holds('addLines')
          await shopper.presses('Buy Again')
          await shopper.sees('Adding...')
        },
      },
      {
        name: 'an order that is bought again, with a product that was not added',
        act: async shopper => {
          await shopper.gateway.answers()
          await shopper.main.getByRole('button', { name: 'Buy Again' }).waitFor()
          await shopper.page.route(/\/v1\/cart\/lines$/, route => {
            const refused = [{ productId: 101, message: 'Only 3 left: Golden Paddy Jasmine Rice', left: 3 }]
            return route.fulfill({ json: { statusCode: 200, data: { sessionId: 'a', added: [], refused } } })
          })
          await shopper.presses('Buy Again')
          await shopper.sees('1 product was not added.')
        },
      },
    ],
  },
  {
    path: '/order/1001?key=one',
    gateway: gateway => gateway.fails('orderByLink', 'HTTP 500'),
    states: [
      { name: 'an order that could not be loaded', act: sees('We couldn’t load your order') },
      {
        name: 'an order as a draft',
        act: async shopper => {
          shopper.gateway.says('orderByLink', { data: draftedOrder })
          shopper.gateway.says('slots', { slots: [saturday, sunday] })
          shopper.gateway.says('suggestions', { data: foundTea })
          shopper.gateway.says('previewOrderChange', { data: twoPacks })
          await shopper.presses('Try again')
          await shopper.presses('Change order')
          await shopper.main.getByRole('button', { name: /^Increase quantity/ }).click()
          await shopper.field('Add a product').fill('tea')
          await shopper.main.getByRole('button', { name: 'Save changes', disabled: false }).waitFor()
          await shopper.main.getByRole('button', { name: /^Add Jasmine Tea/ }).waitFor()
        },
      },
      {
        name: 'a draft that is refused',
        act: async shopper => {
          const { status, message, conflicts } = twoLeft
          shopper.gateway.says('previewOrderChange', { statusCode: status, message, conflicts })
          await shopper.main.getByRole('button', { name: /^Increase quantity/ }).click()
          await shopper.sees('Only 2 left')
        },
      },
      {
        name: 'a draft, with the question whether to discard it',
        act: async shopper => {
          await shopper.presses('Discard changes')
          await shopper.page.getByText('Your order stays as it is.').waitFor()
        },
      },
      {
        name: 'an order, with the question whether to cancel it',
        act: async shopper => {
          await shopper.page.getByRole('button', { name: 'Yes, discard them' }).click()
          await shopper.main.getByRole('heading', { name: 'What you ordered' }).waitFor()
          await shopper.presses('Cancel order')
          await shopper.page.getByText('This can’t be undone.').waitFor()
        },
      },
      {
        name: 'an order that has just been cancelled',
        act: async shopper => {
          shopper.gateway.says('cancelOrder', { data: cancelledOrder })
          await shopper.page.getByRole('button', { name: 'Yes, cancel it' }).click()
          await shopper.sees('Your order is cancelled.')
        },
      },
      {
        name: 'an order with reports, and a photograph that is lost',
        act: async shopper => {
          shopper.gateway.says('orderByLink', { data: answeredOrder })
          await shopper.goes('/order/1003?key=three')
          await shopper.presses('Something is wrong')
          await shopper.main.getByRole('checkbox').check()
          await shopper.field('Photograph').setInputFiles(tooLarge)
          await shopper.sees('The photograph has more than 8 MB.')
        },
      },
      {
        name: 'a report with errors',
        act: async shopper => {
          await shopper.main.getByRole('checkbox').uncheck()
          await shopper.presses('Send report')
          await shopper.sees('Please choose what is wrong')
        },
      },
      {
        name: 'a report without an answer',
        act: async shopper => {
          shopper.gateway.fails('reportProblem', 'HTTP 500')
          await shopper.main.getByRole('checkbox').check()
          await shopper.main.locator('form').getByText('It is missing').click()
          await shopper.presses('Send report')
          await shopper.sees('We didn’t get an answer.')
        },
      },
      {
        name: 'an order with a report that was just sent',
        act: async shopper => {
          await shopper.gateway.answers('reportProblem')
          shopper.gateway.says('reportProblem', { data: answeredOrder })
          await shopper.presses('Try again')
          await shopper.sees('We answer on this page and by email.')
        },
      },
      {
        name: 'a link that opens no order',
        act: async shopper => {
          shopper.gateway.says('orderByLink', { statusCode: 404, message: 'This link does not work any more.' })
          await shopper.goes('/order/1002?key=two')
          await shopper.seesHeading('This link does not work any more')
        },
      },
    ],
  },
  {
    path: '/account/usuals',
    options: async () => {
      const mai = await customer()
      await buys(mai, [[101, 2], [301, 1]]) // prettier-ignore
      return { token: mai.token }
    },
    gateway: gateway => gateway.fails('usuals', 'HTTP 500'),
    states: [
      { name: 'usuals that could not be loaded', act: sees('We couldn’t load your usuals') },
      {
        name: 'usuals, and a choice of them',
        act: async shopper => {
          await shopper.gateway.answers()
          await shopper.presses('Try again')
          await shopper.presses('Add all to cart')
          await shopper.sees('Choose what to add.')
        },
      },
    ],
  },
  {
    path: '/check-out',
    options: async () => {
      const mai = await customer()
      return { token: mai.token, session: await fillsCart(mai, [[101, 3]]) }
    },
    states: [
      {
        name: "a customer's checkout, filled in",
        act: async shopper => {
          await shopper.seesStep('Your Details')
          await shopper.main
            .locator('[name="billing.address1"]')
            .and(shopper.page.locator('[value="1 Test Street"]'))
            .waitFor()
        },
      },
      {
        name: "a customer's checkout at delivery, to a saved address",
        act: async shopper => {
          await shopper.continues('Delivery')
          await shopper.main.getByText('Same as billing address').click()
          await shopper.sees('40 Rowe Street')
        },
      },
      {
        name: "a customer's order that was placed",
        act: async shopper => {
          await shopper.continues('Payment')
          await shopper.continues('Review')
          await shopper.mayPlace()
          await shopper.placesOrder()
          await shopper.seesOrder()
        },
      },
    ],
  },
]

/** Every page state that only customers see, with the steps to it. */
export const customerVisits: readonly Visit[] = [...entrances, ...accounts, ...orders]
