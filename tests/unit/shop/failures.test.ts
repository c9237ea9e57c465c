import { afterEach, describe, expect, test, vi } from 'vitest'
import { isRenderedAgain } from '#machines/shop/failures'
import { renewPage } from '#src/release/renew-page.ts'

describe('a part of the page that has failed', () => {
  test.each([
    ['is rendered again if it has not failed before', null, true],
    ['is not rendered again if it failed less than a minute ago', 40_001, false],
    ['is rendered again if it failed a minute ago', 40_000, true],
    ['is rendered again if the clock was set back by a minute since', 160_000, true],
  ])('%s', (_, last, again) => {
    expect(isRenderedAgain(last, 100_000)).toBe(again)
  })
})

describe('a page that lacks a file', () => {
  let pages = 0
  /** A browser's page that lacks files, in a shop whose document is `html`. */
  async function openPage(html: string) {
    const missing: ((event: { payload: object }) => void)[] = []
    const reload = vi.fn()
    const fetchDocument = vi.fn(async () => new Response(html))
    const stored = new Map<string, string>()
    vi.stubGlobal('window', {
      addEventListener: (_: string, listener: (typeof missing)[number]) => missing.push(listener),
    })
    vi.stubGlobal('location', { href: 'https://shop.test/', reload })
    vi.stubGlobal('fetch', fetchDocument)
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
    // each page has modules of its own
    const path = `../../../src/release/missing-files.ts?page=${(pages += 1)}`
    const { afterMissingFile } = (await import(path)) as typeof import('#src/release/missing-files.ts')
    const left: string[] = []
    const fails = (name: string, isAsked?: boolean) => {
      const error = new Error(name)
      for (const listener of missing) listener({ payload: error })
      return afterMissingFile(error, isAsked).then(() => left.push(name))
    }
    return { fails, left, reload, fetchDocument }
  }
  const newRelease = '<div id="root"></div><script src="/assets/shop-new.js"></script>'
  afterEach(() => vi.unstubAllGlobals())

  test('stays as it is on the server, where there is no page', async () => {
    expect(await renewPage('shop-abc123.js')).toBe(false)
  })
  test('is loaded once from the new release, if several files fail at the same time and more while it is loaded', async () => {
    const { fails, left, reload, fetchDocument } = await openPage(newRelease)
    void fails('sheets.js')
    void fails('amounts.js')
    await vi.waitFor(() => expect(reload).toHaveBeenCalled())
    void fails('delivery.js')
    await vi.waitFor(() => expect(fetchDocument).toHaveBeenCalledOnce())
    expect(reload).toHaveBeenCalledOnce()
    expect(left).toEqual([])
  })
  test('stays if the document is not the shop’s, and asks again for the next file', async () => {
    const { fails, left, reload, fetchDocument } = await openPage('<h1>Log in to the network</h1>')
    await Promise.all([fails('sheets.js'), fails('amounts.js')])
    await fails('delivery.js', true)
    expect(left).toEqual(['sheets.js', 'amounts.js', 'delivery.js'])
    expect(fetchDocument).toHaveBeenCalledTimes(2)
    expect(reload).not.toHaveBeenCalled()
  })
})
