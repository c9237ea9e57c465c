import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createMessageLocks, randomId } from '#src/effects/secure-context.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** APIs that exist in secure contexts only. */
const secureOnly =
  /randomUUID|navigator\s*(?:\?\.|\.)\s*(?:locks|clipboard|serviceWorker|storage|credentials|share|wakeLock|geolocation|mediaDevices)\b|crypto\s*\.\s*subtle|\bcaches\s*\.|cookieStore|new PaymentRequest/

/** Files that run in browsers. */
const folders = ['src', 'tools/inspector', 'gateway/pages', 'gateway/payments/sandbox', 'machines', 'contract']
const inBrowsers = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:tsx?|js)$/.test(name))
    .map(name => `${folder}/${name}`)

describe('oneprolabs/sourcelens#379: an API that exists in secure contexts only', () => {
  test('is used in one file, and where something else is done without it', () => {
    const users = folders.flatMap(inBrowsers).filter(file => {
      const code = readFileSync(join(root, file), 'utf8')
      return secureOnly.test(code) && !code.includes("'node:crypto'")
    })
    expect(users).toEqual([
      'src/effects/secure-context.ts',
      // the shop works without a service worker, which runs in secure contexts only
      'src/service-worker/register.ts',
      'src/service-worker/seen-pages.ts',
      'src/service-worker/service-worker.ts',
      'src/ui/share.ts',
      'tools/inspector/main.tsx',
      'gateway/pages/service-worker.ts',
    ])
  })

  test('random ids need no secure context and differ', () => {
    expect(randomId()).not.toBe(randomId())
    expect(randomId().length).toBeLessThan(50)
  })
})

/** Tabs whose locks reach each other. */
function openTabs(...ids: string[]) {
  const listeners = new Map<string, ((event: MessageEvent) => void)[]>(ids.map(id => [id, []]))
  return ids.map(id =>
    createMessageLocks(
      {
        postMessage: (data: unknown) => {
          for (const [other, all] of listeners)
            if (other !== id) for (const one of all) queueMicrotask(() => one({ data } as MessageEvent))
        },
        addEventListener: ((_: string, listen: (event: MessageEvent) => void) =>
          listeners.get(id)!.push(listen)) as BroadcastChannel['addEventListener'],
      },
      id,
    ),
  )
}

/** Requests a lock if it is free and holds it until it is released. */
function takes(locks: ReturnType<typeof createMessageLocks>, options: LockOptions = { ifAvailable: true }) {
  let release = () => {}
  let ended: Promise<unknown> = Promise.resolve()
  const got = new Promise<boolean>(resolve => {
    ended = locks.request('order', options, lock => {
      resolve(lock !== null)
      return lock && new Promise<void>(then => (release = then))
    })
    ended.catch(() => {})
  })
  return { got, release: () => release(), ended: () => ended }
}

describe('oneprolabs/sourcelens#379: locks without a secure context', () => {
  test('one of two tabs that ask at the same time gets a lock', async () => {
    const [first, second] = openTabs('1', '2')
    expect(await Promise.all([takes(first!).got, takes(second!).got])).toEqual([true, false])
  })

  test('a lock that was released is free, and two requests of one tab exclude each other', async () => {
    const [first, second] = openTabs('1', '2')
    const held = takes(first!)
    expect(await held.got).toBe(true)
    expect(await takes(first!).got).toBe(false)
    expect(await takes(second!).got).toBe(false)
    held.release()
    await held.ended()
    expect(await takes(second!).got).toBe(true)
  })

  test('a lock can be stolen, and its holder learns of it', async () => {
    const [first, second] = openTabs('1', '2')
    const held = takes(first!)
    await held.got
    expect(await takes(second!, { steal: true }).got).toBe(true)
    await expect(held.ended()).rejects.toThrow('Another tab has taken the lock')
    expect(await takes(first!).got).toBe(false)
  })

  test('a queued request gets the lock once it is released, unless it is aborted', async () => {
    const [first, second] = openTabs('1', '2')
    const held = takes(first!)
    await held.got
    const queued = takes(second!, {})
    held.release()
    expect(await queued.got).toBe(true)
    await expect(takes(first!, { signal: AbortSignal.abort() }).ended()).rejects.toThrow()
  })
})
