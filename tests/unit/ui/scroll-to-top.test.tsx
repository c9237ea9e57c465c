// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ScrollToTop } from '#src/ui/ScrollToTop.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let nextFrame: () => void
beforeEach(() => {
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation(frame => {
    nextFrame = () => frame(0)
    return 1
  })
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  act(() => root.render(<ScrollToTop />))
})
afterEach(() => {
  scroll(0)
  act(() => root.unmount())
  vi.restoreAllMocks()
})

const scroll = (to: number) =>
  act(() => {
    window.scrollY = to
    dispatchEvent(new Event('scroll'))
  })
const direction = () => document.querySelector('button')?.dataset['scrolled']

describe('the button that scrolls to the top', () => {
  test('is absent up to 100 pixels, then follows the direction of scrolling', () => {
    scroll(100)
    expect(direction()).toBeUndefined()
    scroll(101)
    expect(direction()).toBe('down')
    scroll(150)
    expect(direction()).toBe('down')
    scroll(140)
    expect(direction()).toBe('up')
  })

  test('does not take the first frame after hydration, or sideways scrolling, for scrolling up', () => {
    scroll(300)
    act(nextFrame)
    expect(direction()).toBe('down')
    scroll(300)
    expect(direction()).toBe('down')
  })
})
