import type { Page } from 'playwright-core'

/** Parts that most pages share: header, footer and side menu. */
const sharedParts = 'body > * > * > :is(header, footer), nav[aria-label="Categories and brands"]'

/** Hashes of the parts that were checked by this worker. */
const known = new Set<string>()

/**
 * The shared parts of a page that a check may leave out: it has examined the same content, of the same size, in the same window and
 * under the same bars. With a message or a dialog on the page none is left out.
 *
 * @param look - the check and its window
 * @returns selectors of the parts
 */
export async function findKnownParts(page: Page, look: string): Promise<string> {
  const found = await page.evaluate(hashParts, sharedParts)
  const skipped = found.filter(({ hash }) => known.has(`${look} ${hash}`))
  for (const { hash } of found) known.add(`${look} ${hash}`)
  return skipped.map(({ selector }) => selector).join(', ')
}

/** Runs in the page. */
async function hashParts(parts: string): Promise<{ selector: string; hash: string }[]> {
  if (document.querySelector('[data-sonner-toast], [data-plain-toast], dialog[open]')) return []
  const sizeOf = (one: Element) => `${(one as HTMLElement).offsetWidth} ${(one as HTMLElement).offsetHeight}`
  const bars = [...document.querySelectorAll('[data-pinned]')].map(bar => `${bar.className} ${sizeOf(bar)}`)
  const found: { selector: string; hash: string }[] = []
  for (const part of document.querySelectorAll(parts)) {
    // ids differ from page to page
    const html = part.outerHTML.replaceAll(/ (?:id|for|aria-controls|aria-labelledby|aria-describedby)="[^"]*"/g, '')
    const text = [html, sizeOf(part), part.closest('[inert]') !== null, ...bars].join()
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
    const selector =
      part.localName === 'nav' ? 'nav[aria-label="Categories and brands"]' : `body > * > * > ${part.localName}`
    found.push({ selector, hash: digest.slice(0, 12).join('.') })
  }
  return found
}
