import type { BrowserContext, BrowserContextOptions, CDPSession, Disposable, Page } from 'playwright-core'
import { releaseCalls } from './caught-call.ts'
import { closeContexts, sharedBrowser } from './launch.ts'
import { shopUrl } from './test-location.ts'

/**
 * Browser contexts that tests use one after the other. A page that keeps its renderer process has the shop's code compiled, so
 * that a load takes half as long as in a new context.
 */

/** A context with one page, and how to reset it. */
interface Reusable {
  /** The options that can't be changed later. */
  key: string
  /** The URL of the shop that its pages open. */
  shop: string
  page: Page
  session: CDPSession
  /** The media that its pages have initially. */
  media: Parameters<Page['emulateMedia']>[0]
  /** Removes what tests added to the context or the page, such as scripts that run at each load. */
  undos: (() => Promise<unknown>)[]
}

/** Contexts that no test uses: at most one for each set of options. */
const idle = new Map<string, Reusable>()
const used = new Map<BrowserContext, Reusable>()

interface Options extends BrowserContextOptions {
  viewport: { width: number; height: number }
  /** Whether the page loads pictures; off by default. */
  pictures?: boolean
  /** The URL of the shop, if it is not the one under test. */
  shop?: string
}

/** Opens a page in a context without cookies, storage and history. */
export async function openPage({ viewport, pictures = false, shop = shopUrl(), ...options }: Options): Promise<Page> {
  const key = JSON.stringify({ pictures, shop, ...options })
  const kept = idle.get(key)
  idle.delete(key)
  const reusable = kept ?? { ...(await create(pictures, { viewport, ...options })), key, shop }
  const { page } = reusable
  used.set(page.context(), reusable)
  if (kept) await page.setViewportSize(viewport)
  return page
}

/** The session of a page with the browser: at once for the page of `openPage`, so that its commands are sent in order. */
export function sessionOf(page: Page): CDPSession | Promise<CDPSession> {
  const reusable = used.get(page.context())
  return reusable?.page === page ? reusable.session : page.context().newCDPSession(page)
}

async function create(pictures: boolean, options: BrowserContextOptions): Promise<Omit<Reusable, 'key' | 'shop'>> {
  const browser = await sharedBrowser({ pictures })
  // tests of the service worker open their own: it would answer requests that other tests change
  const context = await browser.newContext({ serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  lookOften(page)
  if (!pictures && !options.hasTouch) await drawSmall(page)
  const session = await context.newCDPSession(page)
  const undos: Reusable['undos'] = []
  for (const owner of [context, page]) recordUndos(owner, undos)
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options
  const media = { media: null, colorScheme, reducedMotion, forcedColors: 'none', contrast: 'no-preference' } as const
  return { page, session, media, undos }
}

/** Milliseconds between two looks for an element that a test waits for. */
const longestPause = 100
let looksOften = false

/**
 * Playwright looks for an element ever more rarely: from the first quarter of a second on every 500 ms, in which the test does nothing.
 * Most waits of these tests end within a second.
 */
function lookOften(page: Page) {
  if (looksOften) return
  looksOften = true
  const frames = Object.getPrototypeOf(implOf(page).mainFrame()) as FrameImpl
  const retry = frames.retryWithProgressAndTimeouts
  frames.retryWithProgressAndTimeouts = function (progress, pauses, act) {
    const shorter = pauses.map(pause => Math.min(pause, longestPause))
    return retry.call(this, progress, shorter, act)
  }
}

/** How large pages without pictures are drawn: nothing in a test looks at their pixels. */
const drawnScale = 0.1

/**
 * Draws a page at a tenth of its size: painting takes a seventh of the time of a load. Layout, and everything that scripts see
 * and shoppers do, keeps its size; only the positions of the pointer must be sent in pixels of the drawing.
 */
export async function drawSmall(page: Page): Promise<void> {
  const { _mainFrameSession: frame } = implOf(page).delegate
  const client = frame._client
  const send = client.send.bind(client)
  client.send = (method, params) => {
    if (method === 'Emulation.setDeviceMetricsOverride') return send(method, { ...params, scale: drawnScale })
    if (method !== 'Input.dispatchMouseEvent') return send(method, params)
    const { x, y } = params as { x: number; y: number }
    return send(method, { ...params, x: x * drawnScale, y: y * drawnScale })
  }
  await client.send('Emulation.setDeviceMetricsOverride', frame._metricsOverride)
}

/** Records how to undo what outlasts a load. */
function recordUndos(owner: BrowserContext | Page, undos: Reusable['undos']) {
  const record = <Result>(name: string, undo: (result: Result) => Promise<unknown>) => {
    const method = (owner as unknown as Record<string, undefined | ((...call: unknown[]) => Promise<Result>)>)[name]
    if (!method) return
    const recorded = async (...call: unknown[]) => {
      const result = await method.apply(owner, call)
      undos.push(() => undo(result))
      return result
    }
    Object.assign(owner, { [name]: recorded })
  }
  for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction'])
    record<Disposable>(name, added => added.dispose())
  // a session that its test has detached
  record<CDPSession>('newCDPSession', session => session.detach().catch(() => {}))
}

/** Ends a test's use of a context, and resets it for the next test. */
export async function endContext(context: BrowserContext): Promise<void> {
  const reusable = used.get(context)
  if (!reusable) return // another tab of the same context has ended
  used.delete(context)
  if (idle.has(reusable.key) || !(await isReset(reusable))) return context.close()
  idle.set(reusable.key, reusable)
}

/** Resets a context. @returns false if that is impossible */
async function isReset(reusable: Reusable): Promise<boolean> {
  const { page, shop } = reusable
  if (page.isClosed() || !page.url().startsWith(`${shop}/`)) return false
  try {
    await reset(reusable)
    return true
  } catch {
    return false // the page has crashed, for example
  }
}

async function reset({ page, shop, session, media, undos }: Reusable) {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const undo of undos.splice(0)) await undo()
  await context.setExtraHTTPHeaders({})
  // a document of the same origin keeps the renderer process, but none of the shop's code runs in it
  await page.goto(`${shop}/robots.txt`)
  await releaseCalls(session)
  for (const owner of [page, context]) await owner.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of contextEvents) context.removeAllListeners(event)
  for (const event of pageEvents) page.removeAllListeners(event)
  await removeClock(context)
  await page.emulateMedia(media)
  await page.evaluate(() => sessionStorage.clear())
  await session.send('Storage.clearDataForOrigin', { origin: shop, storageTypes: 'local_storage,indexeddb' })
  await session.send('Page.resetNavigationHistory')
  await context.clearCookies()
}

const contextEvents = ['console', 'page', 'request', 'weberror'] as const
const pageEvents = [
  'console',
  'dialog',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/** Playwright removes a clock only when it resets a context itself, which ends the renderer process. */
async function removeClock(context: BrowserContext) {
  await implOf(context).clock.uninstall({ race: promise => promise })
}

/** What Playwright has behind a context and a page. */
interface ContextImpl {
  clock: { uninstall(progress: { race<Value>(promise: Promise<Value>): Promise<Value> }): Promise<void> }
}
interface FrameImpl {
  retryWithProgressAndTimeouts(progress: unknown, pauses: number[], act: unknown): Promise<unknown>
}
interface PageImpl {
  mainFrame(): FrameImpl
  delegate: { _mainFrameSession: { _client: Client; _metricsOverride: object } }
}
interface Client {
  send(method: string, params?: object): Promise<unknown>
}
function implOf(owner: BrowserContext): ContextImpl
function implOf(owner: Page): PageImpl
function implOf(owner: BrowserContext | Page): unknown {
  return (owner as unknown as { _connection: { toImpl(one: object): unknown } })._connection.toImpl(owner)
}

/** Closes the contexts that a test file left open, and those of its own shops: a shop that closes waits for their connections. */
export async function closeUsedContexts(): Promise<void> {
  used.clear()
  for (const [key, { shop }] of idle) if (shop !== shopUrl()) idle.delete(key)
  await closeContexts(new Set([...idle.values()].map(({ page }) => page.context())))
}
