import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { probePath, type Noted, type Point } from './probe.ts'
import type { Profile } from './profiles.ts'
import { countTraffic, type Traffic } from './traffic.ts'

/** A first visit: a page with an empty cache, on a profile's device and network. */
export interface Visit {
  page: Page
  profile: Profile
  session: CDPSession
  traffic: Traffic
  /** Logged and thrown errors of the page. */
  errors: string[]
  /** Whether the `load` event has fired. */
  isLoaded: () => boolean
  noted: () => Promise<Noted>
  close: () => Promise<void>
}

interface VisitOptions {
  /** Called with the position of the first 'Add to Cart' as soon as it can be clicked. */
  onOffer?: (place: Point) => void
}

const bitsOf = (megabits: number) => (megabits * 1_000_000) / 8

/** Opens a visit without loading a page. */
export async function openVisit(browser: Browser, profile: Profile, { onOffer }: VisitOptions = {}): Promise<Visit> {
  // each visit is a first one; the service worker downloads the files of the shop after it
  const context = await browser.newContext({
    ...profile.device,
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const errors: string[] = []
  let loaded = false
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(error.message))
  page.on('load', () => (loaded = true))
  if (onOffer) {
    await context.exposeFunction('benchOffer', onOffer)
    await context.addInitScript('window.benchEarly = true')
  }
  await context.addInitScript({ path: probePath })
  const session = await context.newCDPSession(page)
  const traffic = await countTraffic(session)
  await session.send('Performance.enable') // style recalculations and layouts are counted from here
  await emulate(session, profile)
  const noted = () => page.evaluate(() => window.bench.noted())
  return { page, profile, session, traffic, errors, isLoaded: () => loaded, noted, close: () => context.close() }
}

/** Slows a page's network and processor down as on a profile's device. */
export async function emulate(session: Pick<CDPSession, 'send'>, { network, slowdown }: Profile): Promise<void> {
  const { down, up, latency } = network
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bitsOf(down),
    uploadThroughput: bitsOf(up),
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** The longest wait for an idle page, in milliseconds. */
const timeout = 20_000

/** Waits until the page has loaded and made no request for this number of milliseconds. */
export async function waitUntilIdle(
  { isLoaded, traffic }: Pick<Visit, 'isLoaded' | 'traffic'>,
  idleTime: number,
): Promise<void> {
  await until(() => isLoaded() && traffic.idleFor() >= idleTime, timeout)
}

/** Waits for a condition. @returns false after the timeout */
export async function until(isSo: () => boolean | Promise<boolean>, within: number): Promise<boolean> {
  const end = performance.now() + within
  while (!(await isSo())) {
    if (performance.now() > end) return false
    await pause(50)
  }
  return true
}

/** Taps, or clicks on devices without touch. */
export async function press({ page, profile }: Visit, { x, y }: Point): Promise<void> {
  await (profile.device.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
}
