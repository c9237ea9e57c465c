import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createVault } from '#machines/journal/vault'
import { handOver } from '#tools/inspector/stately'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { mai } from '../../kit/outcomes.ts'

// the library sends events in timers
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const url = 'https://inspector.example/inspect'

/** A window that opens another one, which records posted messages with their target origin. */
function openWindow() {
  const posted: { message: string; origin: string }[] = []
  const listeners: { type: string; listener: (event: unknown) => void }[] = []
  const opened = {
    postMessage: (message: unknown, origin: string) => posted.push({ message: JSON.stringify(message), origin }),
  }
  const open = vi.fn((_url: string) => opened)
  const addEventListener = (type: string, listener: (event: unknown) => void) => listeners.push({ type, listener })
  const tell = (type: string, event: object) =>
    listeners.filter(one => one.type === type).forEach(({ listener }) => listener(event))
  return { window: { open, addEventListener } as unknown as Window & typeof globalThis, open, posted, tell }
}

/** Hands a shop's journal with a login over, and connects an inspector from an origin. */
async function handsOverLogin(connectedFrom: string) {
  const shop = openShop()
  const { window, open, posted, tell } = openWindow()
  const take = handOver(window, url)
  take({ shop: shop.root, from: null })
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/auth/login') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  const vault = createVault()
  vault.keep('login/password/1', 'Canary-4711-sings')
  shop.send('login', { type: 'login.typed', value: mai.email })
  shop.send('login', { type: 'login.typedPassword', error: null })
  shop.send('login', { type: 'login.submit' })
  await shop.settled()
  await shop.answers('logIn')
  shop.entries.forEach(take)
  tell('click', {})
  tell('message', { origin: connectedFrom, data: { type: '@statelyai.connected' } })
  await vi.advanceTimersByTimeAsync(200)
  // the library sends buffered events when a page connects
  tell('message', { origin: connectedFrom, data: { type: '@statelyai.connected' } })
  return { open, posted, vault }
}

describe("Stately's inspector", () => {
  test('receives the replayed shop at the configured URL, and messages go to its origin only', async () => {
    const { open, posted } = await handsOverLogin('https://inspector.example')
    expect(open.mock.calls.map(([asked]) => asked)).toEqual([url])
    expect(posted.length).toBeGreaterThan(0)
    expect([...new Set(posted.map(({ origin }) => origin))]).toEqual(['https://inspector.example'])
    const heard = posted.map(({ message }) => message).join()
    expect(heard).toContain('session.loggedIn')
    expect(heard).toContain(mai.email)
    expect(heard).not.toContain('Canary-4711-sings')
  })

  test('gets nothing if its window is connected from another origin', async () => {
    expect((await handsOverLogin('https://elsewhere.example')).posted).toEqual([])
  })
})
