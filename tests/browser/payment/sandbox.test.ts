import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#gateway/database/database'
import { demoPictures } from '#gateway/demo/pictures'
import { createGateway } from '#gateway/http/gateway'
import { serveSandbox } from '#gateway/payments/sandbox/routes'
import { createSandbox, type Sandbox } from '#gateway/payments/sandbox/sandbox'
import { caseStore, newRequestId } from '../../contract/gateway/given.ts'
import { axeViolations } from '../../kit/accessibility/axe.ts'
import { hiddenFocusIn } from '../../kit/accessibility/focus.ts'
import { forcedColourDefects } from '../../kit/accessibility/forced-colours.ts'
import { reflowDefects } from '../../kit/accessibility/reflow.ts'
import { smallTargets } from '../../kit/accessibility/targets.ts'
import { sharedBrowser } from '../../kit/launch.ts'
import { chooses, mayClose } from '../../kit/paying-shopper.ts'
import { freePort } from '../../kit/shop-server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Milliseconds that a slow card takes: long enough to be seen. */
const slowness = 500

/** The test page that replaces the shop: it records the button's callbacks, and the test chooses its answers. */
const shopScript = `
  window.heard = []
  window.does = {}
  const order = { purchase_units: [{ amount: { value: '42.10' } }] }
  const standard = {
    createOrder: (data, actions) => actions.order.create(order),
    onApprove: async (data, actions) => {
      try {
        heard.push((await actions.order.capture()).status)
      } catch (error) {
        heard.push(error.message)
      }
    },
  }
  const note = (name, detail) => (data, actions) => {
    heard.push(name + (detail ? ' ' + detail(data) : ''))
    return (does[name] ?? standard[name])?.(data, actions)
  }
  const addressOf = ({ shipping_address: one }) => [one.city, one.state, one.country_code, one.postal_code].join(', ')
  window.buttons = paypal.Buttons({
    onInit: (data, actions) => Object.assign(window, { actions }),
    onClick: (data, actions) => does.onClick?.(data, actions),
    createOrder: note('createOrder'),
    onApprove: note('onApprove', data => data.payerID),
    onCancel: note('onCancel', data => (data.orderID ? 'of an order' : '')),
    onError: note('onError', error => error.message),
    onShippingChange: note('onShippingChange', addressOf),
  })
  buttons.render('#pay')
`

/** The globals that the test page's script sets. */
interface Shop {
  heard: string[]
  // oxlint-disable-next-line typescript/no-explicit-any
  does: Record<string, (data: any, actions: any) => unknown>
  actions: { enable(): Promise<void>; disable(): Promise<void> }
  buttons: { close(): Promise<void>; isEligible(): boolean }
}

const shopPage = (sdk: string) => `<!doctype html><html lang="en"><title>Shop</title>
  <meta name="viewport" content="width=device-width" />
  <h1>Shop</h1><div id="pay"></div>
  <script src="${sdk}/sandbox/paypal/sdk.js?client-id=test&currency=AUD"></script><script src="/shop.js"></script>`

let opened: OpenDatabase
let app: FastifyInstance
let sandbox: Sandbox
let url = ''
/** The shop's page served from here has another origin, from which the gateway accepts calls. */
let otherUrl = ''
let browser: Browser
let context: BrowserContext
let page: Page
/** Errors of the browser and of pages. */
let errors: string[] = []

beforeAll(async () => {
  opened = await openDatabase('memory')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  otherUrl = `http://localhost:${port}`
  app = await createGateway({
    database: opened.database,
    store: caseStore,
    pictures: demoPictures,
    corsOrigins: [otherUrl],
  })
  sandbox = await createSandbox(opened.database, slowness)
  serveSandbox(app, sandbox)
  serveShop()
  await app.listen({ host: '127.0.0.1', port })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

beforeEach(async () => {
  errors = []
  context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(30_000)
  context.on('weberror', error => errors.push(error.error().message))
  context.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page = await context.newPage()
})
afterEach(async () => {
  await context.close()
  expect(errors).toEqual([])
})

/** Serves the test page, under a policy that is at least as strict as that of the shop's pages. */
function serveShop(): void {
  app.get('/shop.html', (_request, reply) => {
    const policy = `default-src 'self' ${url}; script-src 'self' ${url}`
    return reply.headers({ 'content-type': 'text/html', 'content-security-policy': policy }).send(shopPage(url))
  })
  app.get('/react.html', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html',
        'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'",
      })
      .send('<!doctype html><title>Shop</title><div id="pay"></div><script type="module" src="/shop.js"></script>'),
  )
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send()) // Chromium requests it once, and logs a 404.
  app.get('/shop.js', (_request, reply) => reply.header('content-type', 'text/javascript').send(shopScript))
}

async function opensShop(origin = url): Promise<void> {
  await page.goto(`${origin}/shop.html`)
  await button().waitFor()
}

const button = () => page.getByRole('button', { name: 'Pay with PayPal sandbox' })
const heard = () => page.evaluate(() => (window as unknown as Shop).heard)
const hears = (...what: string[]) => expect.poll(heard).toEqual(what)
const isBusy = async () => (await button().getAttribute('aria-busy')) === 'true'
const rests = () => expect.poll(isBusy).toBe(false)

/** Presses the button, and waits for the window's question. */
async function pays(press: () => Promise<unknown> = () => button().click()): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  await popup.getByRole('heading', { name: 'Approve this payment' }).waitFor()
  await popup.waitForLoadState() // waits until its script handles clicks
  return popup
}
const closes = (popup: Page) => expect.poll(() => popup.isClosed()).toBe(true)
const tokenOf = (popup: Page) => new URL(popup.url()).searchParams.get('token')!

describe('the sandbox’s button', () => {
  test('leads through the window to a captured order', async () => {
    await opensShop()
    const popup = await pays()
    await popup.getByText('42.10 AUD').waitFor()
    await popup.getByText('Sandbox: no real money').waitFor()
    const id = tokenOf(popup)
    expect(await isBusy()).toBe(true)
    await chooses(popup, 'Approve')
    await closes(popup)
    await hears('createOrder', 'onApprove SANDBOXPAYER', 'COMPLETED')
    await rests()
    expect(await sandbox.read(id)).toMatchObject({ status: 'captured', amount: 4_210, currency: 'AUD' })
    expect(await button().evaluate(one => one === document.activeElement)).toBe(true)
  })
  test('serves a shop on another origin', async () => {
    await opensShop(otherUrl)
    await chooses(await pays(), 'Approve')
    await hears('createOrder', 'onApprove SANDBOXPAYER', 'COMPLETED')
  })
  test('reports a cancellation once', async () => {
    await opensShop()
    const popup = await pays()
    await chooses(popup, 'Cancel')
    await closes(popup)
    await hears('createOrder', 'onCancel of an order')
    await rests()
    await chooses(await pays(), 'Approve')
    await hears('createOrder', 'onCancel of an order', 'createOrder', 'onApprove SANDBOXPAYER', 'COMPLETED')
  })
  test('reports a closed window once', async () => {
    await opensShop()
    await (await pays()).close()
    await hears('createOrder', 'onCancel of an order')
    await rests()
  })
  test('goes back to the window after a declined card', async () => {
    await opensShop()
    await page.evaluate(() => {
      const { does, heard } = window as unknown as Shop
      does.onApprove = (_data, actions) =>
        actions.order.capture().then(
          () => heard.push('captured'),
          (error: Error) => {
            heard.push(error.message)
            return actions.restart()
          },
        )
    })
    const popup = await pays()
    const id = tokenOf(popup)
    const again = await pays(() => chooses(popup, 'Decline'))
    expect(tokenOf(again)).toBe(id)
    await chooses(again, 'Approve')
    await hears(
      'createOrder',
      'onApprove SANDBOXPAYER',
      'The payment sandbox refused: INSTRUMENT_DECLINED',
      'onApprove SANDBOXPAYER',
      'captured',
    )
    await rests()
    errors = errors.filter(error => !error.includes('422')) // Chromium logs the refusal itself
  })
  test('is busy until a slow card has answered', async () => {
    await opensShop()
    const popup = await pays()
    await chooses(popup, 'Approve slowly')
    await closes(popup)
    await page.getByRole('status').getByText('The shop is taking your payment …').waitFor()
    expect(await isBusy()).toBe(true)
    await button().click()
    await hears('createOrder', 'onApprove SANDBOXPAYER', 'COMPLETED')
    await rests()
    expect(context.pages()).toHaveLength(1)
  })
  test('asks the shop about an address, and shows the amount for it', async () => {
    await opensShop()
    await page.evaluate(() => {
      ;(window as unknown as Shop).does.onShippingChange = (data, actions) =>
        data.shipping_address.postal_code === '9999'
          ? actions.reject()
          : actions.order.patch([
              {
                op: 'replace',
                path: "/purchase_units/@reference_id=='default'/amount",
                value: { currency_code: 'AUD', value: '50.00' },
              },
            ])
    })
    const popup = await pays()
    const ships = async (postCode: string) => {
      await popup.getByLabel('Suburb/City').fill('Eastwood')
      await popup.getByLabel('State').fill('NSW')
      await popup.getByLabel('Post code').fill(postCode)
      await chooses(popup, 'Use this address')
    }
    const isOpen = (name: string) => popup.getByRole('button', { name, exact: true }).isEnabled()
    await ships('9999')
    await popup.getByText('This shop does not deliver there.').waitFor()
    expect([await isOpen('Approve'), await isOpen('Decline'), await isOpen('Cancel')]).toEqual([false, false, true])
    await ships('2122')
    await popup.getByText('The address is accepted.').waitFor()
    await popup.getByText('50.00 AUD').waitFor()
    await chooses(popup, 'Approve')
    const change = 'onShippingChange Eastwood, NSW, AU,'
    await hears('createOrder', `${change} 9999`, `${change} 2122`, 'onApprove SANDBOXPAYER', 'COMPLETED')
  })
  test('reports that its window was blocked, and creates no order', async () => {
    await opensShop()
    await page.evaluate(() => void (window.open = () => null))
    await button().click()
    await hears('onError popup_blocked')
    expect(await isBusy()).toBe(false)
  })
  test('does nothing if the shop refuses the click', async () => {
    await opensShop()
    await page.evaluate(() => void ((window as unknown as Shop).does.onClick = (_data, actions) => actions.reject()))
    await button().click()
    expect([await heard(), await isBusy(), context.pages().length]).toEqual([[], false, 1])
    await page.evaluate(() => {
      ;(window as unknown as Shop).does.onClick = async (_data, actions) => {
        await new Promise(resolve => requestAnimationFrame(resolve))
        return actions.reject()
      }
    })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button().click()])
    await closes(popup)
    await rests()
    expect(await heard()).toEqual([])
  })
  test('closes the window if the order can’t be created', async () => {
    await opensShop()
    await page.evaluate(() => {
      ;(window as unknown as Shop).does.createOrder = () => Promise.reject(new Error('sold out'))
    })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button().click()])
    await closes(popup)
    await hears('createOrder', 'onError sold out')
    await rests()
  })
  test('reports its own failure after the approval to the shop', async () => {
    await opensShop()
    await page.evaluate(() => {
      ;(window as unknown as Shop).does.onApprove = () => Promise.reject(new Error('offline'))
    })
    await chooses(await pays(), 'Approve')
    await hears('createOrder', 'onApprove SANDBOXPAYER', 'onError offline')
    await rests()
  })
  test('opens one window for two presses', async () => {
    await opensShop()
    const popup = await pays(() => button().dblclick())
    await button().click()
    expect(context.pages()).toHaveLength(2)
    await chooses(popup, 'Approve')
    await hears('createOrder', 'onApprove SANDBOXPAYER', 'COMPLETED')
  })
  test('has no state left when it is closed', async () => {
    await opensShop()
    const popup = await pays()
    await page.evaluate(() => (window as unknown as Shop).buttons.close())
    await closes(popup)
    await expect.poll(() => button().count()).toBe(0)
    await page.clock.install()
    await page.clock.runFor(2_000)
    expect(await heard()).toEqual(['createOrder'])
  })
  test('drops an order that arrives after it was closed', async () => {
    await opensShop()
    await page.evaluate(() => {
      const shop = window as unknown as Shop & { come(id: string): void }
      shop.does.createOrder = () => new Promise(resolve => (shop.come = resolve))
    })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button().click()])
    await popup.getByRole('heading', { name: 'One moment …' }).waitFor()
    await page.evaluate(async () => {
      const shop = window as unknown as Shop & { come(id: string): void }
      await shop.buttons.close()
      shop.come('late')
    })
    await closes(popup)
    expect(await heard()).toEqual(['createOrder'])
  })
  test('accepts messages from its window only, about its order only', async () => {
    await opensShop()
    const popup = await pays()
    const orderID = tokenOf(popup)
    await page.evaluate(id => window.postMessage({ sandbox: 'approved', orderID: id }, '*'), orderID)
    await popup.evaluate(() => window.opener.postMessage({ sandbox: 'approved', orderID: 'another' }, '*'))
    await chooses(popup, 'Cancel')
    await hears('createOrder', 'onCancel of an order')
  })
  test('works by keyboard, including its window', async () => {
    await opensShop()
    await page.keyboard.press('Tab')
    expect(await button().evaluate(one => one === document.activeElement)).toBe(true)
    expect(await button().evaluate(one => getComputedStyle(one).outlineStyle)).toBe('solid')
    const popup = await pays(() => page.keyboard.press('Enter'))
    await popup.keyboard.press('Tab')
    const focused = await popup.evaluate(() => document.activeElement?.textContent)
    expect(focused).toBe('Approve')
    await mayClose(popup, popup.keyboard.press('Enter'))
    await hears('createOrder', 'onApprove SANDBOXPAYER', 'COMPLETED')
  })
  test('is disabled while the shop disables it', async () => {
    await opensShop()
    await page.evaluate(() => (window as unknown as Shop).actions.disable())
    await expect.poll(() => button().isDisabled()).toBe(true)
    await page.evaluate(() => (window as unknown as Shop).actions.enable())
    await chooses(await pays(), 'Cancel')
    await hears('createOrder', 'onCancel of an order')
  })
})

/** React and the component that the shop uses, with callbacks of the test's, as one script. */
async function reactPage(): Promise<string> {
  const entry = `
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { PayPalButtons, PayPalScriptProvider } from '@paypal/react-paypal-js'
    window.heard = []
    const say = words => void heard.push(words)
    const options = { clientId: 'test', currency: 'AUD', commit: 'true', sdkBaseUrl: '/sandbox/paypal/sdk.js' }
    const order = { purchase_units: [{ amount: { value: '42.10' } }] }
    const draw = disabled => root.render(createElement(PayPalScriptProvider, { options }, createElement(PayPalButtons, {
      disabled,
      createOrder: (data, actions) => actions.order.create(order),
      onApprove: (data, actions) => actions.order.capture().then(({ status }) => say(status)),
      onError: error => say(error.message),
    })))
    const root = createRoot(document.querySelector('#pay'))
    Object.assign(window, { draw, end: () => root.unmount() })
    draw(true)`
  const name = 'virtual:page'
  const plugin: Plugin = {
    name: 'page',
    resolveId: id => (id === name ? join(root, 'page.js') : null),
    load: id => (id === join(root, 'page.js') ? entry : null),
  }
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [plugin],
    build: { write: false, modulePreload: false, rolldownOptions: { input: name } },
  })
  return (made as { output: { code: string }[] }).output[0]!.code
}

describe('the sandbox’s script', () => {
  test('works with @paypal/react-paypal-js in place of PayPal’s', async () => {
    const body = await reactPage()
    await page.route('**/shop.js', route => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto(`${url}/react.html`)
    await button().waitFor()
    await expect.poll(() => button().isDisabled()).toBe(true)
    await page.evaluate('draw(false)')
    await expect.poll(() => button().isEnabled()).toBe(true)
    await chooses(await pays(), 'Approve')
    await hears('COMPLETED')
    const popup = await pays()
    await page.evaluate('end()')
    await closes(popup)
    await expect.poll(() => button().count()).toBe(0)
    expect(await heard()).toEqual(['COMPLETED'])
  })
  const loads = (query: string) =>
    page.evaluate(
      src =>
        new Promise<string>(resolve => {
          const script = Object.assign(document.createElement('script'), { src })
          script.dataset.namespace = 'other'
          script.addEventListener('load', () =>
            resolve(Object.keys((window as unknown as { other: object }).other).join()),
          )
          script.addEventListener('error', () => resolve('failed'))
          document.head.append(script)
        }),
      `${url}/sandbox/paypal/sdk.js${query}`,
    )

  test('is defined under the given name, and only with a client id', async () => {
    await opensShop()
    expect(await loads('?client-id=test')).toBe('version,FUNDING,Buttons')
    expect(await loads('')).toBe('failed')
    expect(await loads('?client-id=sandbox-broken')).toBe('failed')
    errors = errors.filter(error => !/status of (400|503)|is not executable/.test(error)) // Chromium logs them itself
  })
})

describe('the sandbox’s pages', () => {
  const looks = async (one: Page) => ({
    axe: await axeViolations(one, [320, 1280]),
    forcedColours: await forcedColourDefects(one, [320, 1280]),
    targets: await smallTargets(one),
    reflow: await reflowDefects(one),
    focus: await hiddenFocusIn(one),
  })
  const nothing = { axe: [], forcedColours: [], targets: [], reflow: [], focus: [] }

  test('pass every accessibility check: the button', async () => {
    await opensShop()
    expect(await looks(page)).toEqual(nothing)
  })
  test('pass every accessibility check: the window', async () => {
    const order = { intent: 'capture', amount: 123_456, currency: 'AUD' } as const
    const { id } = await sandbox.createForBrowser(order, newRequestId())
    await page.goto(`${url}/sandbox/paypal/approve?token=${id}&commit=false`)
    expect(await looks(page)).toEqual(nothing)
    await chooses(page, 'Approve')
    await page.getByText('Approved. You can go back to the shop.').waitFor()
    await sandbox.captureOrder(id, newRequestId())
    await page.reload()
    await page.getByRole('heading', { name: 'This payment has already been made' }).waitFor()
    expect(await looks(page)).toEqual(nothing)
  })
})
