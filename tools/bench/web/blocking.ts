import { readFileSync } from 'node:fs'
import type { Browser, CDPSession } from 'playwright-core'
import { blockingTime, probePath, type Noted } from './probe.ts'
import type { Profile } from './profiles.ts'
import { countTraffic } from './traffic.ts'
import { emulate, waitUntilIdle } from './visit.ts'

/** The part of a session that the benchmark needs. */
export type Session = Pick<CDPSession, 'on' | 'send'>

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

/**
 * Total blocking time of a page in milliseconds, in a load of its own.
 *
 * Playwright enables the domain `Runtime` in its pages. V8 then finds out the position in the source of every error that is created,
 * for which it parses the whole file again: React creates five errors while it is loaded, which takes 70 ms on the phone. No
 * shopper has this, so this page is opened without Playwright: it ignores pages in contexts that it has not created.
 */
export async function blockingAt(browser: Browser, profile: Profile, url: string, idleTime: number): Promise<number> {
  const browserSession = await browser.newBrowserCDPSession()
  const { browserContextId } = await browserSession.send('Target.createBrowserContext')
  try {
    const session = await openPage(browserSession, browserContextId)
    let loaded = false
    session.on('Page.loadEventFired', () => (loaded = true))
    const traffic = await countTraffic(session)
    await session.send('Page.enable')
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: readFileSync(probePath, 'utf8') })
    await emulateDevice(session, profile)
    await emulate(session, profile)
    await session.send('Page.navigate', { url })
    await waitUntilIdle({ isLoaded: () => loaded, traffic }, idleTime)
    const expression = 'window.bench.noted()'
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    const { tasks, fcp } = result.value as Noted
    return blockingTime(tasks, fcp)
  } finally {
    await browserSession.send('Target.disposeBrowserContext', { browserContextId })
    await browserSession.detach()
  }
}

/** Opens a blank page in a context. Its session is that of the browser: each message is in another one. */
async function openPage(browser: CDPSession, browserContextId: string): Promise<Session> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false })
  const answers = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  const listeners = new Map<string, ((params: unknown) => void)[]>()
  let sent = 0
  browser.on('Target.receivedMessageFromTarget', received => {
    if (received.sessionId !== sessionId) return
    const { id, method, params, result, error } = JSON.parse(received.message) as Message
    for (const listener of listeners.get(method ?? '') ?? []) listener(params)
    if (id === undefined) return
    if (error) answers.get(id)?.reject(new Error(error.message))
    else answers.get(id)?.resolve(result)
    answers.delete(id)
  })
  const send = async (method: string, params: object = {}) => {
    sent += 1
    const id = sent
    const answered = new Promise((resolve, reject) => answers.set(id, { resolve, reject }))
    await browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    return answered
  }
  const on = (method: string, listener: (params: unknown) => void) =>
    listeners.set(method, [...(listeners.get(method) ?? []), listener])
  return { send, on } as unknown as Session
}

/** The window and the input of a profile's device, as Playwright emulates them. */
async function emulateDevice(session: Session, { device }: Profile): Promise<void> {
  const { viewport, deviceScaleFactor = 1, isMobile: mobile = false, hasTouch: enabled = false } = device
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport!, deviceScaleFactor, mobile })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 })
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
}
