import { describe, expect, test } from 'vitest'
import { pageNames, pages, type PageName } from '#contract/paths'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'
const brokenHeading = 'We couldn’t show this page'

/** What fails in a page; times is the number of failures that React reports until it does not fail any more. */
interface Broken {
  times: number
  /** New headings of pages, changes of texts in the header, changes of the layout's columns, lists of messages, or the report. */
  what: 'heading' | 'header' | 'columns' | 'messages' | 'report'
  /** Milliseconds by which the page's clock is ahead. */
  ahead: number
}
type BrokenWindow = Window & { broken: Broken }

/** Runs in each page. React renders a second time what has failed, so it fails until React reports it. */
function prepareFailures() {
  const broken: Broken = { times: 0, what: 'heading', ahead: 0 }
  const failIf = (what: Broken['what']) => {
    if (broken.times > 0 && broken.what === what) throw new RangeError('Unexpected "Mai Tran"')
  }
  const create = document.createElement.bind(document)
  const elements: Record<string, Broken['what']> = { h1: 'heading', ol: 'messages', dialog: 'report' }
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    if (elements[name]) failIf(elements[name])
    return create(name, options)
  }) as typeof document.createElement
  const { setAttribute } = Element.prototype
  Element.prototype.setAttribute = function (this: Element, name: string, text: string) {
    if (name === 'data-side') failIf('columns')
    setAttribute.call(this, name, text)
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string) {
      if (this.parentElement?.closest('header')) failIf('header')
      value.set!.call(this, text)
    },
  })
  const { error } = console
  console.error = (...words: unknown[]) => {
    if (words[0] instanceof RangeError) broken.times -= 1
    error(...words)
  }
  const now = Date.now.bind(Date)
  Date.now = () => now() + broken.ahead
  Object.assign(window, { broken })
}

async function opens(options: Parameters<typeof openShop>[0]): Promise<Shopper> {
  const shopper = await openShop(options)
  await shopper.page.addInitScript(prepareFailures)
  return shopper
}

/** From now on, the page fails so many times. @param later - a minute has passed since it last failed */
const breaks = ({ page }: Shopper, times: number, { what = 'heading' as Broken['what'], later = false } = {}) =>
  page.evaluate(
    next => {
      const { broken } = window as unknown as BrokenWindow
      Object.assign(broken, { times: next.times, what: next.what, ahead: broken.ahead + (next.later ? 61_000 : 0) })
    },
    { times, what, later },
  )

/** Waits until React has reported every failure; they are expected. */
async function hasFailed(shopper: Shopper) {
  await expect
    .poll(() => shopper.page.evaluate(() => (window as unknown as BrokenWindow).broken.times))
    .toBeLessThanOrEqual(0)
  shopper.errors.splice(0, Infinity, ...shopper.errors.filter(error => !error.includes('Unexpected "Mai Tran"')))
}

/** The paths of pages, one of each. A logout is no page to look at. */
const pathsOf = (isOpen: (access: 'customers' | 'guests' | undefined) => boolean) =>
  pageNames
    .filter(name => name !== 'logout' && isOpen((pages[name] as { access?: 'customers' | 'guests' }).access))
    .map((name): [PageName, string] => {
      const path = Object.keys(pages[name].paths).at(-1)!
      return [name, path.replace(':number', '2').replace(':id', '101').replace('*', '/nothing')]
    })

/** Follows a link to a page, without loading a document. */
async function follows(shopper: Shopper, path: string, heading?: string) {
  await shopper.page.evaluate(href => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }))
    link.click()
    link.remove()
  }, path)
  await expect.poll(() => shopper.page.url()).toContain(path.split('?')[0])
  await shopper.page.waitForFunction(
    ([there, text]) => {
      const shown = document.querySelector('main h1')?.textContent ?? ''
      return !document.querySelector('[role=status][class*=line]') && (text ? shown === text : shown && shown !== there)
    },
    [brokenHeading, heading ?? ''] as const,
  )
}

/** Shows each page after one failure, and an error after a second one. */
async function survivesOn(shopper: Shopper, paths: readonly [PageName, string][]) {
  await shopper.goes('/main/brands')
  for (const [name, path] of paths) {
    const other = name === 'information' ? '/nothing' : '/main/faq'
    await follows(shopper, other)
    await breaks(shopper, 1, { later: true })
    await follows(shopper, path)
    await hasFailed(shopper)
    await follows(shopper, other)
    await breaks(shopper, 1)
    await follows(shopper, path, brokenHeading)
    await hasFailed(shopper)
    await shopper.main.getByRole('button', { name: 'Reload' }).waitFor()
  }
  await shopper.follows('Back to the shop')
  await expect.poll(() => shopper.h1.textContent()).toContain('Features')
}

/** The failures in the visit's journal. */
const failuresIn = async ({ page }: Shopper) =>
  (await keptJournal(page)).entries.map(({ event }) => event).filter(({ type }) => type === 'page.failed')

describe('react/react#11538: a page whose rendering fails', () => {
  test('is rendered again once, and shows an error when it fails again, on each page of a guest', async () => {
    const shopper = await opens({ cart: [[101, 1]] })
    await survivesOn(
      shopper,
      pathsOf(access => access !== 'customers'),
    )
    await shopper.seesCart('1 item(s) - $ 15.90')
  })

  test('is rendered again once, and shows an error when it fails again, on each page of a customer', async () => {
    const { token } = await newCustomer()
    await survivesOn(
      await opens({ token }),
      pathsOf(access => access === 'customers'),
    )
  })

  test('keeps what was typed, and is in the report without it', async () => {
    const shopper = await opens({ cart: [[101, 2]], width: 390, height: 844 })
    await shopper.goes('/check-out')
    await shopper.field('First name').fill('Mai')
    await follows(shopper, '/main/faq')
    await breaks(shopper, 1)
    await follows(shopper, '/check-out')
    await hasFailed(shopper)
    expect(await shopper.field('First name').inputValue()).toBe('Mai')
    await expect
      .poll(() => failuresIn(shopper))
      .toEqual([{ type: 'page.failed', page: 'checkout', error: expect.stringMatching(/^RangeError: Unexpected …/) }])
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
  })

  test('leaves the page as it is if the header has failed', async () => {
    const shopper = await opens({})
    await shopper.goes('/main/product-list/2')
    await shopper.searches('rice')
    await breaks(shopper, 1, { what: 'header' })
    await shopper.adds(rice)
    await hasFailed(shopper)
    await shopper.seesCart('1 item(s) - $ 15.90')
    await breaks(shopper, 1, { what: 'header' })
    await shopper.adds(rice)
    await hasFailed(shopper)
    await shopper.page.getByText('A part of this page couldn’t be shown.').waitFor()
    await shopper.seesHeading(/^Results for/)
    await shopper.follows(rice)
    await shopper.seesHeading(/Jasmine Rice/)
    await shopper.seesCart('2 item(s) - $ 31.80')
  })

  test('is rendered again, or shows an error with ways out, if the layout around it has failed', async () => {
    const shopper = await opens({})
    const lists = '/main/product-list/2'
    await shopper.goes('/cart')
    await breaks(shopper, 1, { what: 'columns' })
    await follows(shopper, lists)
    await hasFailed(shopper)
    await follows(shopper, '/cart')
    await breaks(shopper, 1, { what: 'columns' })
    await shopper.page.evaluate(href => {
      document.body.appendChild(Object.assign(document.createElement('a'), { href })).click()
    }, lists)
    const error = shopper.page.getByRole('alert').filter({ hasText: 'A part of this page couldn’t be shown.' })
    await error.waitFor()
    await hasFailed(shopper)
    await error.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => shopper.h1.textContent()).toContain('Noodles')
  })

  test('keeps working if messages or the report can’t be shown, and shows the next ones', async () => {
    const shopper = await opens({})
    await shopper.goes('/main/product-list/2')
    const add = shopper.main.getByRole('button', { name: /^Add to Cart/ })
    await breaks(shopper, Infinity, { what: 'messages' })
    await add.first().click()
    await shopper.header
      .getByText(/^1 item/)
      .first()
      .waitFor()
    await breaks(shopper, 0)
    await add.nth(1).click()
    await shopper.seesToast('Success: You have added')
    const report = shopper.page.getByRole('button', { name: 'Report a problem' })
    await breaks(shopper, Infinity, { what: 'report' })
    await report.click()
    await shopper.seesToast('The report can’t be shown.')
    await breaks(shopper, 0)
    await report.click()
    await shopper.page.getByRole('dialog', { name: 'Report a problem' }).waitFor()
    await hasFailed(shopper)
  })
})
