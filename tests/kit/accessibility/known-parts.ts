import type { Page } from 'playwright-core'

/** Parts that several pages and states share: header, footer, side menu, and the cards of products. */
const sharedParts = 'body > * > * > :is(header, footer), nav[aria-label="Categories and brands"], main article'

export const openDialogs = 'dialog[open]'
const messagesAndDialogs = `[data-sonner-toast], [data-plain-toast], ${openDialogs}`

/** Hashes of the parts that were checked by this worker. */
const known = new Set<string>()

/**
 * The shared parts of a page that a check may leave out: it has examined the same content, of the same size, inside the same tags, in
 * the same window and under the same bars; a card also at the same place of the page.
 *
 * @param look - the check and its window
 * @param covers - none is left out while one of these is on the page, since the check depends on it
 * @returns their places in the list that `hashParts` keeps in the page
 */
export async function findKnownParts(page: Page, look: string, covers = messagesAndDialogs): Promise<number[]> {
  const hashes = await page.evaluate(hashParts, { parts: sharedParts, covers })
  const skipped = [...hashes.keys()].filter(at => known.has(`${look} ${hashes[at]}`))
  for (const hash of hashes) known.add(`${look} ${hash}`)
  return skipped
}

/** Runs in the page. Keeps the parts in `window.sharedParts`. */
async function hashParts({ parts, covers }: { parts: string; covers: string }): Promise<string[]> {
  const found = [...document.querySelectorAll<HTMLElement>(parts)]
  Object.assign(window, { sharedParts: found })
  if (document.querySelector(covers)) return []
  const sizeOf = (one: HTMLElement) => `${one.offsetWidth} ${one.offsetHeight}`
  const bars = [...document.querySelectorAll<HTMLElement>('[data-pinned]')].map(
    bar => `${bar.className} ${sizeOf(bar)}`,
  )
  // ids differ from page to page
  const withoutIds = (html: string) =>
    html.replaceAll(/ (?:id|for|aria-controls|aria-labelledby|aria-describedby)="[^"]*"/g, '')
  /** The tags of all ancestors: their states can change how a part looks. */
  const around = (part: Element | null): string =>
    part === null ? '' : around(part.parentElement) + withoutIds((part.cloneNode() as Element).outerHTML)
  const texts = found.map(part => {
    const { left, top } = part.getBoundingClientRect()
    const place = part.localName === 'article' ? [left + scrollX, top + scrollY] : []
    const isHidden = !part.checkVisibility({ visibilityProperty: true })
    const isOut = part.closest('[inert], [aria-hidden="true"]') !== null
    return [
      withoutIds(part.outerHTML),
      around(part.parentElement),
      sizeOf(part),
      isHidden,
      isOut,
      ...place,
      ...bars,
    ].join()
  })
  return Promise.all(
    texts.map(async text => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
      return digest.slice(0, 12).join('.')
    }),
  )
}
