// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Carousel } from '#src/ui/Carousel.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const slides = ['Greens', 'Noodles', 'Hot pot', 'Tea', 'Rice'].map(name => ({
  key: name,
  name,
  content: <a href={`/${name}`}>{name}</a>,
}))
const banners = <Carousel label="Banners" variant="banner" slides={slides} />
const related = <Carousel label="Related Products" variant="row" slides={slides} />

const opened: Root[] = []
afterEach(() => {
  for (const root of opened.splice(0)) act(() => root.unmount())
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** Hydrates server HTML in a browser whose media queries match `holds`. */
function hydrate(carousel: typeof banners, holds: RegExp) {
  document.body.innerHTML = `<div>${renderToString(carousel)}</div>`
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: holds.test(query), addEventListener() {}, removeEventListener() {} }) as never,
  )
  const complaints: unknown[] = []
  const place = document.body.firstElementChild!
  act(() => {
    opened.push(hydrateRoot(place, carousel, { onRecoverableError: error => complaints.push(error) }))
  })
  expect(complaints).toEqual([])
  const reachable = [...place.querySelectorAll('[role="group"]:not([inert]) a')].map(link => link.textContent)
  return { reachable, controls: [...place.querySelectorAll('button')].map(button => button.getAttribute('aria-label')) }
}

describe('a carousel rendered on the server', () => {
  test('has its controls, and no slide is inert', () => {
    const html = renderToString(banners)
    expect(html.match(/aria-label="(Pause|Previous|Next): Banners"/g)).toHaveLength(3)
    expect(html.match(/<a href=/g)).toHaveLength(5)
    expect(html).not.toContain('inert')
  })

  test('hydrates without a mismatch, and leaves one banner reachable', () => {
    expect(hydrate(banners, /nothing/).reachable).toEqual(['Greens'])
  })

  test('does not play if less motion is preferred', () => {
    expect(hydrate(banners, /reduce/).controls[0]).toBe('Play: Banners')
  })

  // Specification: S.3.8
  test.each([
    ['wide', /nothing/, 4],
    ['middling', /768px/, 3],
    ['narrow', /560px|768px/, 1],
  ])('shows as many slides as fit a %s window', (_, holds, perPage) => {
    expect(hydrate(related, holds).reachable).toHaveLength(perPage)
  })
})
