import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { HandedCheckout } from '#machines/checkout/context'
import type { ModelPage } from '../../kit/page-model.ts'
import { shopUrl } from '../../kit/test-location.ts'

const name = 'shop/checkout'

/** What the scripts below leave in their windows. */
interface Claims {
  /** What becomes of a claim on the checkout: it waits, goes on, or the browser forbids it. */
  claims: { are: 'waiting' | 'going on' | 'blocked'; told: () => void; changed: Promise<void> }
}
interface Elsewhere {
  release(): void
  channel: BroadcastChannel
}

/** Runs in the page before the shop does: its claims on the checkout end when the test says so. */
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

/** From now on the claims of a page on its checkout end when the test says so. */
export const holdsClaims = ({ page }: ModelPage) => page.addInitScript(holdClaims, name)

/** What becomes of the claim that is under way, and of those after it. */
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

/** The other tab takes the checkout over. */
export async function takesElsewhere(page: ModelPage) {
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
export async function letsGoElsewhere(page: ModelPage) {
  const tab = await otherTab(page)
  await tab.evaluate(() => (window as unknown as Partial<Elsewhere>).release?.())
}

/** The other tab hands over its checkout; nothing if the shop has to find out that no tab answers. */
export async function handsOver(page: ModelPage, handed: HandedCheckout | null) {
  if (handed === null) return page.page.clock.runFor(500)
  const tab = await otherTab(page)
  return tab.evaluate(handed => (window as unknown as Elsewhere).channel.postMessage({ handed }), handed as object)
}
