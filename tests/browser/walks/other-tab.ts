import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { HandedCheckout } from '#machines/checkout/context'
import { handoverVersion } from '#machines/checkout/handover'
import { handoverTimeout } from '#src/effects/checkout-lock.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { shopUrl } from '../../kit/test-location.ts'

const name = 'shop/checkout'

/** The globals that the scripts below set. */
interface Claims {
  /** The outcome of a lock request: it waits, is granted, or the browser refuses it. */
  claims: { are: 'waiting' | 'going on' | 'blocked'; told: () => void; changed: Promise<void> }
}
interface OtherTabWindow {
  release(): void
  channel: BroadcastChannel
}

/** Runs in the page before the shop: the test settles the page's lock requests. */
function holdClaims(name: string) {
  const claims = { are: 'waiting', told: () => {}, changed: Promise.resolve() } as Claims['claims']
  const waitAgain = () => {
    claims.changed = new Promise(resolve => {
      claims.told = resolve
    })
  }
  waitAgain()
  Object.assign(window, { claims })
  const request = LockManager.prototype.request as (...all: unknown[]) => Promise<unknown>
  LockManager.prototype.request = async function (this: LockManager, ...all: unknown[]) {
    if (all[0] !== name) return request.apply(this, all)
    while (claims.are === 'waiting') await claims.changed
    if (claims.are === 'blocked') throw new DOMException('Locks are blocked', 'SecurityError')
    return request.apply(this, all)
  }
}

/** Runs in the page. */
function setClaims(are: Claims['claims']['are']) {
  const { claims } = window as unknown as Claims
  claims.are = are
  claims.told()
  claims.changed = new Promise(resolve => {
    claims.told = resolve
  })
}

/** From now on the test settles the page's requests for the checkout lock. */
export const holdsClaims = ({ page }: ModelPage) => page.addInitScript(holdClaims, name)

/** The outcome of the pending lock request and of later ones. */
export const claimsAre = ({ page }: ModelPage, are: Claims['claims']['are']) => page.evaluate(setClaims, are)

/** Waits until a tab has the checkout. */
export const isHeld = ({ page }: ModelPage) =>
  expect
    .poll(() => page.evaluate(async name => (await navigator.locks.query()).held!.some(one => one.name === name), name))
    .toBe(true)

const others = new WeakMap<ModelPage, Promise<Page>>()

/** A second tab of the same browser, in which the test is the shop; it is opened once. */
function otherTab(page: ModelPage): Promise<Page> {
  const known = others.get(page) ?? opensTab(page)
  others.set(page, known)
  return known
}

async function opensTab({ page }: ModelPage): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.route('**/*', route => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>.</title>' }))
  await tab.goto(`${shopUrl()}/other-tab`)
  await tab.evaluate(name => Object.assign(window, { channel: new BroadcastChannel(name) }), name)
  return tab
}

/** The other tab takes over the checkout. */
export async function takesInOtherTab(page: ModelPage) {
  const tab = await otherTab(page)
  await tab.evaluate(
    name =>
      new Promise<void>(taken => {
        const held = () =>
          new Promise<void>(release => {
            Object.assign(window, { release })
            taken()
          })
        navigator.locks.request(name, { steal: true }, held).catch(() => {})
      }),
    name,
  )
}

/** The other tab releases the checkout, if it has it. */
export async function releasesElsewhere(page: ModelPage) {
  const tab = await otherTab(page)
  await tab.evaluate(() => (window as unknown as Partial<OtherTabWindow>).release?.())
}

/** The other tab hands over its checkout; nothing if the shop has to find out that no tab answers. */
export async function handsOver(page: ModelPage, handed: HandedCheckout | null) {
  if (handed === null) return page.page.clock.runFor(handoverTimeout)
  const tab = await otherTab(page)
  const message = { handed, version: handoverVersion }
  return tab.evaluate(message => (window as unknown as OtherTabWindow).channel.postMessage(message), message as object)
}
