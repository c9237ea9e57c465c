import type { BrowserContext, Page } from 'playwright-core'

/** One layout shift of a page. */
export interface Shift {
  /** The score of the Layout Instability API: share of the window times share of its larger side, 0 to 1. */
  value: number
  /** The elements that moved: selector and both positions, to explain a failure. */
  moved: string[]
}

/** Records the layout shifts of every page of a context. Call it before the first navigation. */
export const recordShifts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(observeShifts)
}

/** Runs in the page. It names no function of its own: tsx would wrap that in a helper that pages do not have. */
function observeShifts() {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        )
        return `${element?.localName}.${element?.className} “${element?.textContent?.slice(0, 30)}”: ${from} → ${to}`
      })
      shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shifts of the page so far. */
export const shiftsOn = (page: Page): Promise<Shift[]> =>
  page.evaluate(
    () =>
      new Promise<Shift[]>(resolve => {
        // the observer is called after the frame that is being laid out
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve((window as unknown as { shifts: Shift[] }).shifts))),
        )
      }),
  )

/** The sum of all shifts: at least the cumulative layout shift, which counts the worst five seconds. */
export const totalOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0)

/** Slows the page's processor down. @param rate - 4: four times slower */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
