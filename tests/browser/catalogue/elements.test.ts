import { expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

const home = '/main/product-list/0'

/** Nodes of the document: elements, texts and comments, without links to code and styles. The current number; it depends slightly on the catalogue. Three are the link to the manifest, with its line, and the bar about the connection. */
const mostNodes = 861

const openHome = async () => {
  const shopper = await openShop({ width: 390, height: 844 })
  await shopper.goes(home)
  await shopper.page.waitForLoadState('networkidle')
  return shopper
}

test('the home page stays within its budget of nodes', async () => {
  const { page } = await openHome()
  const countNodes = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document)
      let count = 1
      while (walker.nextNode()) count += 1
      // links to code and styles of parts that are loaded later are added as long as the page is open, and are not rendered
      return count - document.querySelectorAll('link:is([rel=modulepreload], [rel=stylesheet])').length
    })
  // on a busy machine the network is idle before the page is rendered with all answers
  await expect.poll(countNodes).toBeLessThanOrEqual(mostNodes)
})

// a browser recalculates styles separately for each container
test('its cards share one size container', async () => {
  const { page } = await openHome()
  const containers = await page.evaluate(
    () =>
      [...document.querySelectorAll('article:not([data-out]), article:not([data-out]) *')].filter(
        element => getComputedStyle(element).containerType !== 'normal',
      ).length,
  )
  const list = await page.evaluate(
    () => getComputedStyle(document.querySelector('main ul:has(article)')!).containerType,
  )
  expect([list, containers]).toEqual(['inline-size', 0])
})

interface TraceEvent {
  name: string
  args: { elementCount?: number }
}

// a style that the root passes on to all elements, such as `::selection`, is computed for all of them when the root's styles change
test('a view transition changes the styles of few elements', async () => {
  const { page } = await openHome()
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.evaluate(() => document.startViewTransition(() => {}).finished)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const counts = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args.elementCount ?? 0)
  expect(counts.length).toBeGreaterThan(0)
  expect(Math.max(...counts)).toBeLessThan(30)
})

test.each([320, 390, 610, 800, 1060, 1280])(
  'a card in a window of %i px shows its actions within its edges',
  async width => {
    const shopper = await openShop({ width, height: 900 })
    await shopper.goes(home)
    const outside = await shopper.page.evaluate(() =>
      [...document.querySelectorAll('article')].flatMap(card => {
        const edges = card.getBoundingClientRect()
        return [...card.querySelectorAll('a, button')].filter(element => {
          const { left, right, bottom } = element.getBoundingClientRect()
          return left < edges.left || right > edges.right || bottom > edges.bottom
        }).length
      }),
    )
    expect(outside.filter(count => count > 0)).toEqual([])
  },
)

test.each([390, 768, 1280])(
  'at %i px “Add to Cart” has a space of 8 px at least between text and edge',
  async width => {
    const shopper = await openShop({ width, height: 900 })
    await shopper.goes(home)
    const spaces = await shopper.page.evaluate(() =>
      [...document.querySelectorAll('article button')].flatMap(button => {
        const text = document.createRange()
        text.selectNodeContents(button)
        const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()]
        return [inner.left - outer.left, outer.right - inner.right]
      }),
    )
    expect(spaces.length).toBeGreaterThan(0)
    expect(Math.min(...spaces)).toBeGreaterThanOrEqual(8)
  },
)

test.each([390, 1280])(
  'at %i px the pack size of a card is not as heavy as its name, and 4 px at least above its sentence',
  async width => {
    const shopper = await openShop({ width, height: 900 })
    await shopper.goes(home)
    const cards = await shopper.page.evaluate(() =>
      [...document.querySelectorAll('article')].map(card => {
        const [name, pack] = card.querySelectorAll('h2 span')
        const sentence = card.querySelector('h2 + p')!.getBoundingClientRect()
        const weight = (part: Element) => Number(getComputedStyle(part).fontWeight)
        return { gap: sentence.top - pack!.getBoundingClientRect().bottom, isLighter: weight(pack!) < weight(name!) }
      }),
    )
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.filter(({ gap, isLighter }) => gap < 4 || !isLighter)).toEqual([])
  },
)
