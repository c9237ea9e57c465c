// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNavigator } from '#src/start/browser-history.ts'
import { useStepHistory } from '#src/ui/use-step-history.ts'

/** What Safari does from the 101st change in 30 seconds on. */
const refuse = () => {
  throw new DOMException('Attempt to use history.pushState() more than 100 times per 30 seconds', 'SecurityError')
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  history.replaceState(null, '', '/main/product-list/0')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('remix-run/history#291, remix-run/react-router#3462, ardov/huetone#1: a browser that refuses to change its history', () => {
  test.each(['push', 'replace'] as const)('%s loads the page as a document', how => {
    const tell = vi.fn()
    const navigator = createNavigator(window, tell)
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
    vi.spyOn(history, 'pushState').mockImplementation(refuse)
    vi.spyOn(history, 'replaceState').mockImplementation(refuse)
    navigator[how]('/main/faq?x=1#y')
    expect(assign.mock.calls).toEqual([['/main/faq?x=1#y']])
    expect(tell).not.toHaveBeenCalled()
  })

  test('a page is changed without a load as long as the browser allows it', () => {
    const tell = vi.fn()
    const navigator = createNavigator(window, tell)
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
    navigator.push('/main/faq')
    expect(tell).toHaveBeenCalledWith('PUSH', expect.objectContaining({ pathname: '/main/faq' }))
    expect(assign).not.toHaveBeenCalled()
  })

  test('the steps of the checkout open anyway', async () => {
    vi.spyOn(history, 'pushState').mockImplementation(refuse)
    vi.spyOn(history, 'replaceState').mockImplementation(refuse)
    function Steps({ step }: { step: string }) {
      useStepHistory(step, () => {})
      return <p>{step}</p>
    }
    const place = document.createElement('div')
    const root = createRoot(place)
    for (const step of ['details', 'delivery', 'details']) {
      await act(async () => root.render(<Steps step={step} />))
      expect(place.textContent).toBe(step)
    }
    await act(async () => root.unmount())
  })
})

describe('remix-run/react-router#3168, remix-run/react-router#7596, Expensify/App#97470: a path that begins with two slashes', () => {
  test.each(['/', '//', '//main/faq', '//other.example/x'])(
    'a shop that is opened at %s goes to its own pages',
    path => {
      const tell = vi.fn()
      const place = { pathname: path, search: '', hash: '', assign: vi.fn() }
      const changed = { state: null, pushState: vi.fn(), replaceState: vi.fn() }
      const navigator = createNavigator(
        { location: place, history: changed, addEventListener: () => {} } as never,
        tell,
      )
      navigator.push('/main/faq')
      const paths = [...changed.pushState.mock.calls, ...changed.replaceState.mock.calls].map(call => String(call[2]))
      expect(paths.filter(one => one.startsWith('//'))).toEqual([])
      expect(paths).toContain('/main/faq')
    },
  )
})
