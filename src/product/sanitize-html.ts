import createPurifier, { type Config, type DOMPurify } from 'dompurify'

const allowed: Config = {
  ALLOWED_TAGS: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'h3', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
}

const cache: { purifier: DOMPurify | null } = { purifier: null }

/** A purifier with a hook of its own: links pass on neither referrer nor `window.opener`. */
function purifier(): DOMPurify {
  if (cache.purifier) return cache.purifier
  cache.purifier = createPurifier(window)
  cache.purifier.addHook('afterSanitizeAttributes', node => {
    if (node.tagName === 'A' && node.hasAttribute('href')) node.setAttribute('rel', 'noopener noreferrer nofollow')
  })
  return cache.purifier
}

/**
 * Reduces untrusted HTML to paragraphs, lists, emphasis, small headings and external links. Only in a browser.
 *
 * @returns null if this browser cannot sanitize; the HTML must not be shown then
 */
export const sanitizeHtml = (html: string): string | null =>
  purifier().isSupported ? purifier().sanitize(html, allowed) : null
