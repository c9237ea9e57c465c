import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import type { Shopper } from './shopper.ts'

/** The problem of the visible focus; null if there is none. */
export function focusProblem(): string | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  const name = focused.getAttribute('aria-label') ?? (focused.textContent?.trim().slice(0, 40) || focused.tagName)
  // the ring of a field may be drawn by an ancestor
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.closest('label')]
  const ring = around.find(one => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one ?? document.body)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || /0px 0px 0px [2-9]px/.test(boxShadow)
  })
  if (!ring) return `${name}: its focus can't be seen`
  const { left, right, top, bottom } = ring.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `${name}: it is out of the window`
  const within = (value: number, most: number) => Math.min(Math.max(value, 1), most - 1)
  const at = document.elementFromPoint(within((left + right) / 2, innerWidth), within((top + bottom) / 2, innerHeight))
  const cover = at?.closest('header, [data-pinned]')
  return cover && !cover.contains(ring) ? `${name}: it is covered by ${cover.className}` : null
}

/** Presses Tab until the focus is on the wanted element; checks that it is visible on the way. */
export async function tabsTo({ page }: Shopper, wanted: Locator, key = 'Tab') {
  const troubles: string[] = []
  for (let steps = 0; steps < 150; steps += 1) {
    if (await wanted.evaluate(one => one === document.activeElement).catch(() => false)) {
      expect(troubles).toEqual([])
      return
    }
    await page.keyboard.press(key)
    const trouble = await page.evaluate(focusProblem)
    if (trouble) troubles.push(trouble)
  }
  throw new Error(`${String(wanted)} is not reached by ${key}: ${troubles.join(', ')}`)
}

/** Waits until an element has the focus. */
export const hasFocus = (wanted: Locator, message: string) =>
  expect.poll(() => wanted.evaluate(one => one === document.activeElement), { message }).toBe(true)

/** Chooses from a select by keyboard, with the first letters of the option. */
export async function chooses(shopper: Shopper, label: string, option: string) {
  const field = shopper.field(label)
  await field.locator('option', { hasText: option }).waitFor({ state: 'attached' })
  await tabsTo(shopper, field)
  await shopper.page.keyboard.type(option)
  await expect.poll(() => field.locator('option:checked').textContent()).toBe(option)
}
