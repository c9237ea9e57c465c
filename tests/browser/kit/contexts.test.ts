import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { beginsInBrowser } from '../../kit/begin-test.ts'
import { endContext, openPage } from '../../kit/contexts.ts'
import { shopUrl } from '../../kit/test-location.ts'

const open = () => openPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })

/** What a page of the shop has of earlier pages and of the test. */
const stateOf = (page: Page) =>
  page.evaluate(async () => ({
    storages: [localStorage.length, sessionStorage.length],
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
    history: history.length,
    width: innerWidth,
    isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    year: new Date().getFullYear(),
    hasAdded: 'added' in window,
    text: document.body.innerText,
  }))

test('a reused context contains nothing of the previous test', async () => {
  const url = `${shopUrl()}/robots.txt?`
  const first = await open()
  await first.goto(url)
  const initial = await stateOf(first)
  expect(initial).toMatchObject({ storages: [0, 0], databases: [], cookies: '', isReduced: true })

  const context = first.context()
  await beginsInBrowser(context)
  await context.addInitScript(() => Object.assign(window, { added: true }))
  await context.exposeFunction('added', () => {})
  await context.route('**/robots.txt*', route => route.fulfill({ body: 'changed' }))
  await first.clock.install({ time: new Date('2001-01-01') })
  await first.setViewportSize({ width: 400, height: 900 })
  await first.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'dark' })
  await first.goto(`${shopUrl()}/main/faq`)
  await first.getByRole('heading', { level: 1 }).waitFor()
  await first.evaluate(async () => {
    localStorage.setItem('a', '1')
    sessionStorage.setItem('a', '1')
    document.cookie = 'a=1'
    history.pushState(null, '', '/main/faq?a=1')
    await new Promise(resolve => Object.assign(indexedDB.open('a'), { onsuccess: resolve }))
  })
  await context.newPage()
  let requests = 0
  first.on('request', () => (requests += 1))
  await endContext(context)
  requests = 0

  const second = await open()
  expect(second.context()).toBe(context)
  expect(context.pages()).toEqual([second])
  await second.goto(url)
  expect(await stateOf(second)).toEqual(initial)
  expect(requests).toBe(0)
  await endContext(context)
})

test('the shop keeps the idle connections of tests open, so that it does not close one that is being used again', async () => {
  const response = await fetch(`${shopUrl()}/robots.txt`)
  expect(response.headers.get('keep-alive')).toMatch(/^timeout=3600,/)
})
