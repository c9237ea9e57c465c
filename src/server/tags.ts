/** Escapes text for an attribute in double quotes. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes text that may hold character references, which stay as they are. For an element or an attribute in double quotes. */
export const escapedText = (text: string): string =>
  text
    .replaceAll(/&(?!(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,30});)/gi, '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * A tag of the head that belongs to one page. The browser removes it, by its mark, when the shopper opens another page:
 * only crawlers and link previews read it, and they open one page per document.
 */
const tag = (name: 'meta' | 'link', attributes: Record<string, string>): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')} data-page>`
}

/** A `meta` element with a `name`, as in HTML and X's cards. */
export const named = (name: string, content: string): string => tag('meta', { name, content })

/** A `meta` element with a `property`, as in Open Graph. */
export const property = (property: string, content: string): string => tag('meta', { property, content })

/** A `link` element. */
export const link = (rel: string, href: string): string => tag('link', { rel, href })

/**
 * Structured data. No text in it can end the script or begin a comment.
 *
 * @param data - JSON-LD without its context, which is schema.org
 */
export const structured = (data: object): string => {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json" data-page>${json}</script>`
}
