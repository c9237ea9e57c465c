import { describe, expect, test } from 'vitest'
import type { Locator, Route } from 'playwright-core'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const splideFiles = /\/SplideCarousel-[^/]*\.(js|css)$/

const banners = ({ page }: Shopper) => page.getByRole('region', { name: 'Banners' })
const related = ({ page }: Shopper) => page.getByRole('region', { name: 'Related Products' })

/** Names of all slides, in order. */
const slidesOf = (carousel: Locator) =>
  carousel.evaluate(region => {
    const slides = [...region.querySelectorAll('[role="group"]:not(.splide__slide--clone)')]
    return slides.map(slide => slide.getAttribute('aria-label')!)
  })

/** Finishes transitions, which take half a second of frames; another test checks their duration. */
const finishTransitions = (carousel: Locator) =>
  carousel.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  })

/** Names of the slides that are completely visible within their carousel, after transitions have ended. */
const seenIn = async (carousel: Locator) => {
  await finishTransitions(carousel)
  return carousel.evaluate(region => {
    const { left, right } = region.getBoundingClientRect()
    const isIn = (slide: Element) => {
      const box = slide.getBoundingClientRect()
      return box.left > left - 1 && box.right < right + 1
    }
    const slides = [...region.querySelectorAll('[role="group"], .splide__slide')]
    return slides.filter(isIn).map(slide => slide.getAttribute('aria-label'))
  })
}

/** Names of the slides that keyboard and screen reader can reach. */
const reachableIn = (carousel: Locator) =>
  carousel.evaluate(region => {
    const slides = [...region.querySelectorAll('[role="group"]:not([inert])')]
    return slides.map(slide => slide.getAttribute('aria-label')!)
  })

const sees = async (carousel: Locator, names: string[]) => {
  await expect.poll(() => seenIn(carousel)).toEqual(names)
  await expect.poll(() => reachableIn(carousel)).toEqual(names)
}
const playButton = (shopper: Shopper) => banners(shopper).getByRole('button', { name: 'Play: Banners' })
const pauseButton = (shopper: Shopper) => banners(shopper).getByRole('button', { name: 'Pause: Banners' })
const linkOf = (shopper: Shopper) =>
  banners(shopper)
    .locator('[role="group"]:not([inert])')
    .getByRole('link', { name: /^Shop now/ })
const isTaken = (carousel: Locator) => carousel.locator('.splide.is-initialized').waitFor()
const filesOfSplide = ({ requests }: Shopper) => requests.filter(one => splideFiles.test(one.url()))

/** Advances the page's clock. */
const passes = ({ page }: Shopper, wait: number) => page.clock.runFor(wait)

/** Advances the clock until the banners show a slide, and stops before they advance again. */
const turnsTo = (shopper: Shopper, name: string) =>
  expect
    .poll(
      async () => {
        await passes(shopper, 500)
        await finishTransitions(banners(shopper))
        return reachableIn(banners(shopper))
      },
      { interval: 5 },
    )
    .toEqual([name])

/** Checks that the banners do not advance within the time of two advances. */
async function stays(shopper: Shopper, name: string) {
  for (let second = 0; second < 7; second += 1) {
    // by seconds: a call that starts meanwhile is answered before its time is over
    await expect.poll(() => shopper.unanswered).toEqual([])
    await passes(shopper, 1_000)
  }
  await sees(banners(shopper), [name])
}

/** Holds the files of Splide until the test releases them. */
async function holdSplide({ page }: Shopper) {
  const held: Route[] = []
  let isHeld = true
  await page.route(splideFiles, route => (isHeld ? void held.push(route) : route.continue()))
  return async () => {
    isHeld = false
    for (const route of held) await route.continue()
  }
}

/** A shop with a stopped clock, and its banners; `comes` releases the files of Splide. */
async function openBanners(options: ShopperOptions = {}) {
  const shopper = await openShop({ motion: true, clock: true, ...options })
  const comes = await holdSplide(shopper)
  // stopped before the page is loaded: on a slow machine the banners would advance before the test starts
  await shopper.page.clock.pauseAt(Date.now() + 60_000)
  await shopper.goes(home)
  await banners(shopper).waitFor()
  await shopper.main.getByRole('article').first().waitFor()
  await shopper.seesCart('0 item(s) - $ 0')
  await passes(shopper, 1)
  const names = await slidesOf(banners(shopper))
  await sees(banners(shopper), names.slice(0, 1))
  return { shopper, comes, names: names as [string, string, string, string] }
}

/** Moves the pointer over the banners and away again. */
async function visits(shopper: Shopper) {
  await banners(shopper).hover({ position: { x: 30, y: 30 } })
  await shopper.page.mouse.move(5, 5)
}

/** Sends a touch that moves to the left; its timestamps give the same speed on a busy machine as on an idle one. */
async function touches(shopper: Shopper, moves: readonly { by: number; seconds: number }[]) {
  const box = (await banners(shopper).boundingBox())!
  const cdp = await shopper.page.context().newCDPSession(shopper.page)
  const [x, y] = [box.x + box.width * 0.8, box.y + box.height * 0.7]
  const start = Date.now() / 1_000 - 1
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number, seconds: number) => {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: x - by, y }]
    return cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: start + seconds })
  }
  await touch('touchStart', 0, 0)
  for (const { by, seconds } of moves) await touch('touchMove', by, seconds)
  const { by, seconds } = moves.at(-1)!
  await touch('touchEnd', by, seconds + 0.008)
}
/** The moves of a finger, 11 in 80 ms. */
const moves = (pixels: number) =>
  Array.from({ length: 11 }, (_, step) => ({ by: (pixels * step) / 10, seconds: step * 0.008 }))

/** Flicks a finger to the left. */
const swipes = (shopper: Shopper, pixels: number) => touches(shopper, moves(pixels))

/**
 * Drags the row to the left and rests before the finger is lifted: the row snaps to the nearest slide. After a flick Chromium passes
 * a slide, `scroll-snap-stop` or not, if its first frame is late.
 */
const drags = (shopper: Shopper, pixels: number) => {
  const rest = Array.from({ length: 10 }, (_, step) => ({ by: pixels, seconds: 0.1 + step * 0.02 }))
  return touches(shopper, [...moves(pixels), ...rest])
}

/** Waits until Splide is loaded and could take over. */
async function hasCome(shopper: Shopper) {
  for (const file of filesOfSplide(shopper)) await (await file.response())!.finished()
}

/** Advances the clock until Splide, whose files are released, has replaced the row. */
async function takesOver(shopper: Shopper) {
  await expect.poll(() => filesOfSplide(shopper).length).toBeGreaterThan(0)
  await hasCome(shopper)
  const isSplide = async () => {
    await passes(shopper, 50)
    return banners(shopper).locator('.splide.is-initialized').count()
  }
  await expect.poll(isSplide, { interval: 5 }).toBe(1)
}

/** The name of the focused element. */
const focused = ({ page }: Shopper) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** Focuses the element before the banners. */
const focusesBefore = ({ page }: Shopper) => page.evaluate(focusBefore)

function focusBefore() {
  const inBanners = document.querySelector('[aria-label="Banners"] button')!
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input')]
  const before = stops.filter(one => one.checkVisibility() && one.compareDocumentPosition(inBanners) & 4)
  before.findLast(one => !one.closest('[inert]') && !one.matches(':disabled, [tabindex="-1"]'))!.focus()
}

/** Positions of visible slides, controls and the page's end, in whole pixels. */
const placesIn = (carousel: Locator) =>
  carousel.evaluate(region => {
    const seen = [...region.querySelectorAll('[role="group"]:not([inert]), section > div:first-child button')]
    const boxes = [region, ...seen].map(one => one.getBoundingClientRect())
    return [
      ...boxes.map(({ left, top, width, height }) => [left, top, width, height].map(Math.round)),
      [document.documentElement.scrollHeight],
    ]
  })

/** Checks that nothing has moved, except for rounding. */
const expectStill = (after: number[][], before: number[][]) =>
  expect(after.map((place, at) => place.filter((value, one) => Math.abs(value - before[at]![one]!) > 1))).toEqual(
    after.map(() => []),
  )

/** From now on the page records layout shifts. */
function watchShifts() {
  const page = globalThis as unknown as { shifts: number }
  page.shifts = 0
  const count = (entries: PerformanceEntry[]) => {
    for (const entry of entries as (PerformanceEntry & { value: number })[]) page.shifts += entry.value
  }
  new PerformanceObserver(list => count(list.getEntries())).observe({ type: 'layout-shift' })
}
/** From now on the page records the transitions of the row. */
function watchTurns(row: HTMLElement) {
  const page = globalThis as unknown as { turns: string[] }
  page.turns = []
  const keep = () => void page.turns.push(row.style.transition)
  new MutationObserver(keep).observe(row, { attributes: true, attributeFilter: ['style'] })
}
const turns = () => (globalThis as unknown as { turns: string[] }).turns

/** From now on the page records scroll targets of the row, beyond the last pixels of the previous scroll, which may still follow. */
function watchScrolling(row: Element) {
  const page = globalThis as unknown as { scrolled: number[] }
  const from = row.scrollLeft
  page.scrolled = []
  row.addEventListener('scroll', () => {
    if (Math.abs(row.scrollLeft - from) > 4) page.scrolled.push(row.scrollLeft)
  })
}
const scrolled = () => (globalThis as unknown as { scrolled: number[] }).scrolled

const shifts = () => (globalThis as unknown as { shifts: number }).shifts

describe('banners without interaction', () => {
  // Specification: 1.4, 2.5.1, 4.50, 9.11, 9.15
  test('advance by themselves and start over, without Splide and without scrolling the page', async () => {
    const { shopper, names } = await openBanners()
    await shopper.page.evaluate(() => scrollTo(0, 60))
    for (const name of [...names.slice(1), names[0]]) {
      await passes(shopper, 3_000)
      await sees(banners(shopper), [name])
    }
    expect(await shopper.scrolledTo()).toBe(60)
    expect(filesOfSplide(shopper)).toEqual([])
  })

  test('go from the last to the first without scrolling over those between', async () => {
    const { shopper } = await openBanners()
    const slides = await slidesOf(banners(shopper))
    await turnsTo(shopper, slides.at(-1)!)
    await sees(banners(shopper), slides.slice(-1))
    await banners(shopper).locator('[role="group"]').first().locator('xpath=..').evaluate(watchScrolling)
    await passes(shopper, 3_000)
    await sees(banners(shopper), slides.slice(0, 1))
    await expect.poll(() => shopper.page.evaluate(scrolled)).toEqual([0])
  })

  test('do not advance with reduced motion, until Play is pressed', async () => {
    const { shopper, names } = await openBanners({ motion: false })
    await stays(shopper, names[0])
    await playButton(shopper).click()
    await passes(shopper, 3_000)
    await sees(banners(shopper), [names[1]])
  })

  test('do not advance in a hidden tab', async () => {
    const { shopper, names } = await openBanners()
    const hide = (hidden: boolean) => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    await shopper.page.evaluate(hide, true)
    await stays(shopper, names[0])
    await shopper.page.evaluate(hide, false)
    await passes(shopper, 3_000)
    await sees(banners(shopper), [names[1]])
  })
})

test('banners stop at every slide, however fast they are swiped', async () => {
  const { shopper } = await openBanners({ width: 390, touch: true })
  const stops = await banners(shopper)
    .locator('[role="group"]')
    .evaluateAll(slides => slides.map(slide => getComputedStyle(slide).scrollSnapStop))
  expect(stops).toEqual(['always', 'always', 'always', 'always'])
})

/** Actions that stop the banners, and the number of slides by which they move. */
const hands: [act: (shopper: Shopper) => Promise<void>, turnsBy: number][] = [
  [shopper => pauseButton(shopper).click(), 0],
  [shopper => shopper.presses('Next: Banners', banners(shopper)), 1],
  [shopper => banners(shopper).getByRole('button', { name: 'Previous: Banners' }).focus(), 0],
]

describe.each(['the row', 'Splide'])('banners in %s', row => {
  const open = async (options?: ShopperOptions) => {
    const opened = await openBanners(options)
    if (row === 'the row') return opened
    await opened.comes()
    await visits(opened.shopper)
    await takesOver(opened.shopper)
    return opened
  }

  // Specification: 4.51
  // Invariant: U2
  test('advance until the pause button, an arrow or focus stops them; only Play starts them again', async () => {
    const { shopper, names } = await open()
    let at = 0
    for (const [act, turnsBy] of hands) {
      await act(shopper)
      await playButton(shopper).waitFor()
      await shopper.page.mouse.click(5, 5)
      at += turnsBy
      await stays(shopper, names[at % 4]!)
      await playButton(shopper).click()
      at += 1
      await turnsTo(shopper, names[at % 4]!)
      await sees(banners(shopper), [names[at % 4]!])
    }
  })

  // Specification: 4.51
  test('advance until they are swiped', async () => {
    const { shopper, names } = await open({ width: 390, touch: true })
    await drags(shopper, 250)
    await playButton(shopper).waitFor()
    await stays(shopper, names[1])
  })

  test('do not advance under the pointer', async () => {
    const { shopper, names } = await open()
    await banners(shopper).hover({ position: { x: 30, y: 30 } })
    await stays(shopper, names[0])
    await shopper.page.mouse.move(5, 5)
    await pauseButton(shopper).waitFor()
    await turnsTo(shopper, names[1])
    await sees(banners(shopper), [names[1]])
  })

  // Specification: 4.49
  test('move in both directions and wrap around at the ends', async () => {
    const { shopper, names } = await open()
    for (const name of [names[3], names[2]]) {
      await shopper.presses('Previous: Banners', banners(shopper))
      await sees(banners(shopper), [name])
    }
    for (const name of [names[3], names[0]]) {
      await shopper.presses('Next: Banners', banners(shopper))
      await sees(banners(shopper), [name])
    }
  })
})

describe('Splide', () => {
  test('takes over when the pointer enters: the visible slide stays, and the banners continue to advance', async () => {
    const { shopper, comes, names } = await openBanners()
    await passes(shopper, 3_000)
    await sees(banners(shopper), [names[1]])
    const places = () => placesIn(banners(shopper))
    const before = await places()
    await shopper.page.evaluate(watchShifts)
    await comes()
    await visits(shopper)
    await takesOver(shopper)
    await sees(banners(shopper), [names[1]])
    expectStill(await places(), before)
    await pauseButton(shopper).waitFor()
    await turnsTo(shopper, names[2])
    await sees(banners(shopper), [names[2]])
    expect(await shopper.page.evaluate(shifts)).toBeLessThan(0.001)
  })

  test('is requested once, also by an arrow, which moves one slide', async () => {
    const { shopper, comes, names } = await openBanners()
    const next = banners(shopper).getByRole('button', { name: 'Next: Banners' })
    await next.dispatchEvent('click')
    await sees(banners(shopper), [names[1]])
    await visits(shopper)
    await comes()
    await takesOver(shopper)
    await stays(shopper, names[1])
    expect(filesOfSplide(shopper).filter(one => one.url().endsWith('.js'))).toHaveLength(1)
  })

  test('does not interrupt a row that is scrolling after an arrow', async () => {
    const { shopper, comes, names } = await openBanners()
    await visits(shopper)
    const next = banners(shopper).getByRole('button', { name: 'Next: Banners' })
    await next.focus()
    await comes()
    await next.press('Enter')
    await next.press('Enter')
    await sees(banners(shopper), [names[2]])
    await takesOver(shopper)
    await stays(shopper, names[2])
    expect(await focused(shopper)).toBe('Next: Banners')
  })

  test('is optional: without it the native row keeps working', async () => {
    const { shopper, names } = await openBanners()
    await shopper.page.unroute(splideFiles)
    await shopper.page.route(splideFiles, route => route.abort())
    await visits(shopper)
    await expect.poll(() => shopper.errors.length).toBeGreaterThan(0)
    await passes(shopper, 3_000)
    await sees(banners(shopper), [names[1]])
    await shopper.presses('Next: Banners', banners(shopper))
    await sees(banners(shopper), [names[2]])
    await playButton(shopper).waitFor()
    const isSplides = (error: string) => splideFiles.test(error.trim())
    expect(shopper.errors.splice(0).every(isSplides)).toBe(true)
  })

  test('does not replace the row before a pressed link is followed', async () => {
    const { shopper, comes } = await openBanners()
    const link = linkOf(shopper)
    const leads = (await link.getAttribute('href'))!
    await link.hover()
    await shopper.page.mouse.down()
    await comes()
    await hasCome(shopper)
    await passes(shopper, 1_000)
    await shopper.page.mouse.up()
    await shopper.seesPath(leads)
  })

  test('does not replace the row while the focus is in a slide', async () => {
    const { shopper, comes, names } = await openBanners()
    const link = linkOf(shopper)
    const name = await link.getAttribute('aria-label')
    await link.focus()
    await comes()
    await hasCome(shopper)
    await stays(shopper, names[0])
    expect(await focused(shopper)).toBe(name)
    await banners(shopper).getByRole('button', { name: 'Next: Banners' }).focus()
    await takesOver(shopper)
    expect(await focused(shopper)).toBe('Next: Banners')
  })

  test('loads on keyboard focus, which reaches the pause button first', async () => {
    const { shopper, comes, names } = await openBanners()
    await comes()
    await focusesBefore(shopper)
    const tabs = async () => {
      await shopper.page.keyboard.press('Tab')
      return focused(shopper)
    }
    expect(await tabs()).toBe('Pause: Banners')
    await takesOver(shopper)
    await stays(shopper, names[0])
    expect(await focused(shopper)).toBe('Pause: Banners')
    await shopper.page.keyboard.press('Enter')
    expect(await focused(shopper)).toBe('Play: Banners')
    expect(await tabs()).toBe('Previous: Banners')
    expect(await tabs()).toBe('Next: Banners')
    expect(await tabs()).toBe(`Shop now: ${names[0]}`)
    await shopper.page.keyboard.press('Tab')
    expect(await banners(shopper).evaluate(region => region.matches(':focus-within'))).toBe(false)
  })

  test('loads after a swipe', async () => {
    const { shopper, comes, names } = await openBanners({ width: 390, touch: true })
    await comes()
    await drags(shopper, 250)
    await sees(banners(shopper), [names[1]])
    await takesOver(shopper)
    await stays(shopper, names[1])
    await swipes(shopper, 250)
    await sees(banners(shopper), [names[2]])
  })
})

// Specification: 9.16, 9.17
test('Splide moves in 500 ms, and counts 20 pixels as a swipe', async () => {
  const { shopper, comes, names } = await openBanners({ width: 390, touch: true })
  await comes()
  await drags(shopper, 250)
  await sees(banners(shopper), [names[1]])
  await takesOver(shopper)
  await swipes(shopper, 18) // up to 15 pixels, browsers treat a movement as a tap
  await stays(shopper, names[1])
  await banners(shopper).locator('.splide__list').evaluate(watchTurns)
  await swipes(shopper, 30)
  await sees(banners(shopper), [names[2]])
  expect(await shopper.page.evaluate(turns)).toContainEqual(expect.stringContaining('500ms'))
})

test('focusing the pause button stops the banners, even if the focus leaves it again', async () => {
  const { shopper, names } = await openBanners()
  await focusesBefore(shopper)
  await shopper.page.keyboard.press('Tab')
  await pauseButton(shopper).waitFor()
  await shopper.page.keyboard.press('Shift+Tab')
  await playButton(shopper).waitFor()
  await stays(shopper, names[0])
})

describe.each([
  [1280, 4],
  [768, 3],
  [560, 1],
])('related products at %d px', (width, perPage) => {
  // Specification: 1.5, 2.6.7, 4.49, 9.12, 9.13, 9.14, S.3.8
  test(`are shown ${perPage} at a time, with Splide and without`, async () => {
    const shopper = await openShop({ width })
    const comes = await holdSplide(shopper)
    await shopper.goes('/main/product-detail/101')
    const carousel = related(shopper)
    await carousel.scrollIntoViewIfNeeded()
    const names = await slidesOf(carousel)
    await sees(carousel, names.slice(0, perPage))
    await shopper.presses('Previous: Related Products', carousel)
    await sees(carousel, names.slice(-perPage))
    await shopper.presses('Next: Related Products', carousel)
    await sees(carousel, names.slice(0, perPage))
    const before = await placesIn(carousel)
    await comes()
    await isTaken(carousel)
    await sees(carousel, names.slice(0, perPage))
    expectStill(await placesIn(carousel), before)
    await shopper.presses('Next: Related Products', carousel)
    const next = Math.min(perPage, names.length - perPage)
    await sees(carousel, names.slice(next, next + perPage))
  })
})
