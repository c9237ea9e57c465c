import type { Page } from 'playwright-core'

/** Elements that can't be distinguished in forced colours, at each width. */
export async function forcedColourDefects(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ forcedColors: 'active' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await forcedColourDefectsIn(page, width)))
  }
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** The same at the current width, with forced colours already active. */
export const forcedColourDefectsIn = async (page: Page, width: number): Promise<string[]> =>
  (await page.evaluate(alike)).map(problem => `${width} px: ${problem}`)

/** Runs in the page. */
function alike(): string[] {
  const found = new Set<string>()
  const nameOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.getAttribute('name') || one.tagName)).slice(
      0,
      40,
    )
  const shown = (selector: string) =>
    [...(document.querySelector('dialog[open]') ?? document).querySelectorAll<HTMLElement>(selector)].filter(
      one =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.closest('[inert], .vh') &&
        one.getBoundingClientRect().width > 2,
    )
  const hasEdge = (one: Element) => {
    const { borderTopWidth, borderTopStyle, borderBottomStyle, borderBottomWidth } = getComputedStyle(one)
    return (
      (borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1) ||
      (borderBottomStyle !== 'none' && parseFloat(borderBottomWidth) >= 1)
    )
  }
  // fields, and buttons that look like fields, need a border
  for (const field of shown(
    'input:not([type="hidden"], [type="checkbox"], [type="radio"]), select, textarea, [data-variant]:is(a, button):not([aria-expanded])',
  )) {
    const around = [field, field.parentElement!, field.parentElement!.parentElement!]
    if (!around.some(hasEdge)) found.add(`${nameOf(field)} has no edge`)
  }
  const colourOf = (name: string) => {
    const probe = document.createElement('i')
    probe.style.color = name
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const [canvas, grey] = [colourOf('Canvas'), colourOf('GrayText')]
  // a background in the page's colour is not visible
  const groundIn = (colour: string) => (colour === canvas || colour.endsWith(', 0)') ? 'none' : colour)
  const looks = [
    'borderTopWidth',
    'borderTopColor',
    'borderBottomWidth',
    'borderBottomColor',
    'outlineStyle',
    'outlineColor',
    'textDecorationLine',
    'backgroundColor',
    'content',
    'color',
  ] as const
  // selected and unselected options must look different
  const lookOf = (one: Element) =>
    [undefined, '::before', '::after']
      .map(part => {
        const style = getComputedStyle(one, part)
        return looks.map(name => (name === 'backgroundColor' ? groundIn(style[name]) : style[name])).join()
      })
      .join() +
    [...one.children].map(
      child =>
        getComputedStyle(child).borderTopWidth +
        getComputedStyle(child).borderTopColor +
        getComputedStyle(child).textDecorationLine +
        getComputedStyle(child).outlineStyle,
    )
  const states = [
    '[aria-current="page"]',
    '[aria-current="true"]',
    '[aria-pressed="true"]',
    '[data-selected]',
    '[data-on]',
    'i[data-state="open"]',
    'i[data-state="done"]',
  ]
  for (const state of states) {
    for (const one of shown(state)) {
      const item = one.closest('li') ?? one
      const others = [...item.parentElement!.children]
        .filter(other => other !== item)
        .map(other => (item === one ? other : other.querySelector(one.tagName)))
        .filter(other => other !== null && !other.matches(state))
      const same = others.find(other => other!.tagName === one.tagName && lookOf(other!) === lookOf(one))
      if (same) found.add(`${state} ${nameOf(one)} looks like ${nameOf(same)}`)
    }
  }
  // disabled controls use GrayText
  for (const one of shown(':disabled:not(option), [aria-disabled="true"]'))
    if (getComputedStyle(one).color !== grey) found.add(`${nameOf(one)} is out of use and does not look it`)
  return [...found]
}
