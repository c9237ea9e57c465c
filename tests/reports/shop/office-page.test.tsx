// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { officeBase } from '#contract/office'

const failures = vi.hoisted(() => ({ left: 0 }))
vi.mock('#src/office/BoardPage.tsx', () => ({
  BoardPage() {
    if (failures.left > 0) throw new RangeError('The board fails')
    return <h1>Orders</h1>
  },
}))

/** What was sent to the gateway: paths and bodies. */
const sent: [string, unknown][] = []
const session = { name: 'Mei Chen', role: 'packer', step: 'open' }

/** Opens the office's page as a browser does. @param isLoggedIn - whether the device has a login */
async function opens(isLoggedIn: boolean): Promise<HTMLElement> {
  const json = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (url: string | URL | Request, options?: RequestInit) => {
    const { pathname } = new URL(String(url), location.href)
    sent.push([pathname, options?.body === undefined ? null : JSON.parse(String(options.body))])
    if (pathname === `${officeBase}/session` && isLoggedIn) return json(200, { statusCode: 200, data: session })
    if (isLoggedIn) return json(200, { statusCode: 200, data: { orderNumbers: [] }, listData: [] })
    return json(401, { statusCode: 401, message: 'Please log in.' })
  })
  history.replaceState(null, '', '/office')
  document.body.innerHTML = '<div id="root"></div>'
  vi.resetModules()
  await act(async () => void (await import('#src/office/main.tsx')))
  return document.getElementById('root')!
}

afterEach(() => {
  sent.length = 0
  failures.left = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('react/react#1159: a value that is filled in without an event', () => {
  test('is sent by the login of the office', async () => {
    const root = await opens(false)
    await vi.waitFor(() => expect(root.querySelector('input[type=password]')).not.toBeNull())
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    write.call(root.querySelector('input[name=email]'), 'mei@example.com')
    write.call(root.querySelector('input[type=password]'), 'a lantern over the counter')
    await act(async () => root.querySelector<HTMLElement>('[type=submit]')!.click())
    await vi.waitFor(() =>
      expect(sent).toContainEqual([
        `${officeBase}/login`,
        { email: 'mei@example.com', password: 'a lantern over the counter' },
      ]),
    )
  })
})

describe('react/react#11538: a page of the office whose rendering fails', () => {
  /** Shows the board, which fails from now on so many times. */
  async function showsBoard(root: HTMLElement, times: number) {
    await goes('/office/changes')
    failures.left = times
    await goes('/office')
    return root.querySelector('main')!.textContent
  }
  const goes = (path: string) =>
    act(async () => {
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })

  test('is rendered again once; a second failure shows an error, with the bar and a way out', async () => {
    // React renders a second time what has failed: it fails until React reports it
    vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      if (words.some(word => word instanceof RangeError)) failures.left -= 1
    })
    const root = await opens(true)
    await vi.waitFor(() => expect(root.querySelector('main')!.textContent).toBe('Orders'))
    expect(await showsBoard(root, 1)).toBe('Orders')
    expect(await showsBoard(root, 1)).toContain('This page couldn’t be shown')
    expect(root.querySelector('header')!.textContent).toContain('Goods')
    expect(await showsBoard(root, 0)).toBe('Orders')
  })
})
