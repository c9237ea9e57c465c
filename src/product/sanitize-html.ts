import createPurifier, { type Config, type DOMPurify } from 'dompurify'

const allowed: Config = {
  ALLOWED_TAGS: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'h3', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
}

const kept: { purifier: DOMPurify | null } = { purifier: null }

/** The purifier of this window, with its own hook: links lead out of the shop, and tell nobody where from. */
function purifier(): DOMPurify {
  if (kept.purifier) return kept.purifier
  kept.purifier = createPurifier(window)
  kept.purifier.addHook('afterSanitizeAttributes', node => {
    if (node.tagName === 'A' && node.hasAttribute('href')) node.setAttribute('rel', 'noopener noreferrer nofollow')
  })
  return kept.purifier
}

/**
 * Leaves of HTML that nobody has checked what a description may hold: paragraphs, lists, emphasis, small headings, links.
 * Only in a browser.
 *
 * @returns null where the browser can't clean it: the HTML must not be shown then
 */
export const cleaned = (html: string): string | null =>
  purifier().isSupported ? purifier().sanitize(html, allowed) : null
