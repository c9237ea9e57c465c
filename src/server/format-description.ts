import { escapedText } from './tags.ts'

/** Elements that a description keeps; the same as in `sanitize-html.ts`. */
const kept = /^(p|ul|ol|li|strong|em|br|h3|a)$/
/** Elements that are left out with their content. */
const withoutText = /^(script|style|template|iframe|noscript|object|svg|math|title|textarea|select)$/

/** A tag, a comment, or the text before the next one. A '<' that begins neither is text. Each is read once, also one that never ends. */
const parts = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(>|$)|[^<]+|</gi
const linkTarget = /\shref\s*=\s*(?:"(https?:\/\/[^"]*)"|'(https?:\/\/[^']*)')/i

/**
 * Reduces untrusted HTML to the elements that `sanitizeHtml` keeps, without a DOM. Safe by construction: allowed tags are
 * written again with no attribute except `href`, and everything else is escaped text. Unclosed elements are closed in order.
 *
 * @param html - of any length; read once
 */
export function formatDescription(html: string): string {
  const open: string[] = []
  let formatted = ''
  let skipped: string | null = null
  for (const [whole, slash, tag, attributes = '', end] of html.matchAll(parts)) {
    const name = tag?.toLowerCase()
    if (end === '') break
    if (skipped !== null) {
      if (slash === '/' && name === skipped) skipped = null
    } else if (name === undefined) {
      if (!whole.startsWith('<!--')) formatted += escapedText(whole)
    } else if (withoutText.test(name)) {
      if (slash === '') skipped = name
    } else if (kept.test(name)) {
      if (slash === '') {
        const [, double, single] = linkTarget.exec(attributes) ?? []
        const href = double ?? single
        const link = href === undefined ? '' : ` href="${escapedText(href)}" rel="noopener noreferrer nofollow"`
        formatted += `<${name}${name === 'a' ? link : ''}>`
        if (name !== 'br') open.push(name)
      } else if (open.includes(name)) {
        for (let last = open.pop(); last !== undefined; last = open.pop()) {
          formatted += `</${last}>`
          if (last === name) break
        }
      }
    }
  }
  return (
    formatted +
    open
      .toReversed()
      .map(name => `</${name}>`)
      .join('')
  )
}
