import { describe, expect, test } from 'vitest'
import { createPageUse, usedFor } from '#src/other-devices/page-use.ts'

/** A window whose time and visibility the test sets. */
function fakeWindow() {
  const target = new EventTarget()
  const state = { now: 0, visibilityState: 'visible' as DocumentVisibilityState }
  const window = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    performance: { now: () => state.now },
    document: {
      get visibilityState() {
        return state.visibilityState
      },
    },
  }
  return { state, window: window as never, dispatch: (type: string) => target.dispatchEvent(new Event(type)) }
}

const isResolved = async (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise(resolve => setImmediate(() => resolve(false)))])

describe('a page', () => {
  test('is used after it was opened, and for some minutes after each action', async () => {
    const { state, window, dispatch } = fakeWindow()
    const use = createPageUse(window)
    state.now = usedFor - 1
    expect(await isResolved(use.untilUsed())).toBe(true)
    dispatch('keydown')
    state.now += usedFor - 1
    expect(await isResolved(use.untilUsed())).toBe(true)
  })

  test('is not used once nothing was done for some minutes, until something is', async () => {
    const { state, window, dispatch } = fakeWindow()
    const use = createPageUse(window)
    state.now = usedFor
    const used = use.untilUsed()
    expect(await isResolved(used)).toBe(false)
    dispatch('pointerdown')
    expect(await isResolved(used)).toBe(true)
  })

  test('is not used while it is hidden, and is when it is visible again', async () => {
    const { state, window, dispatch } = fakeWindow()
    const use = createPageUse(window)
    state.visibilityState = 'hidden'
    dispatch('visibilitychange')
    const used = use.untilUsed()
    dispatch('pointermove')
    expect(await isResolved(used)).toBe(false)
    state.visibilityState = 'visible'
    dispatch('visibilitychange')
    expect(await isResolved(used)).toBe(true)
  })

  test('is not watched any more after the end', async () => {
    const { state, window, dispatch } = fakeWindow()
    const use = createPageUse(window)
    state.now = usedFor
    const used = use.untilUsed()
    use.stop()
    dispatch('pointerdown')
    expect(await isResolved(used)).toBe(false)
  })
})
