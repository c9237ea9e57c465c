/** Elements after which a new line begins. */
const blocks = /^(address|article|blockquote|br|dd|div|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)$/

/** Elements whose content is not text. */
const withoutText = /^(script|style|template|iframe|noscript|object|svg|math|title|textarea|select)$/

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  middot: '·',
  bull: '•',
  times: '×',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ocirc: 'ô',
  uuml: 'ü',
  ntilde: 'ñ',
  ccedil: 'ç',
  copy: '©',
  reg: '®',
  trade: '™',
}

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\uFFFD'

/** Decodes character references, once: '&amp;lt;' gives '&lt;'. Unknown ones stay as they are. */
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,8}));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
    if (decimal !== undefined) return characterOf(Number(decimal))
    return named[name] ?? whole
  })

/** Index after a tag, quoted attributes included; the length of the text if it is not closed. */
function tagEnd(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at++) {
    const sign = html[at]!
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return html.length
}

/** Index after an element whose content is not text, its closing tag included. */
function endOfElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(html)
  return found === null ? html.length : tagEnd(html, found.index + 2)
}

/** The markup at a '<': the index after it, and its plain text. */
function markAt(html: string, at: number): { end: number; text: string } {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4)
    return { end: end < 0 ? html.length : end + 3, text: '' }
  }
  const [, slash, name] = /^<(\/?)([a-z][a-z0-9]{0,19})/i.exec(html.slice(at, at + 24)) ?? []
  if (name === undefined)
    return /^<[/!?]/.test(html.slice(at, at + 2)) ? { end: tagEnd(html, at + 1), text: '' } : { end: at + 1, text: '<' }
  const tag = name.toLowerCase()
  const end = tagEnd(html, at + 1)
  if (withoutText.test(tag) && slash === '') return { end: endOfElement(html, tag, end), text: ' ' }
  return { end, text: blocks.test(tag) ? '\n' : '' }
}

/**
 * Extracts the text of untrusted HTML without a DOM. The result may contain '<': use it in text nodes only.
 *
 * @returns one line per block element, none empty, white space collapsed
 */
export function plainText(html: string): string[] {
  let text = ''
  let at = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    const until = next < 0 ? html.length : next
    text += decoded(html.slice(at, until).replaceAll(/\s+/g, ' '))
    if (next < 0) break
    const mark = markAt(html, next)
    text += mark.text
    at = mark.end
  }
  return text
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => line !== '')
}

/** Between two sentences: after a full stop and before a capital, or after a full stop of a script without spaces. */
const sentenceEnd = /(?<=[.!?…]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])/u

/** The first sentence of a description as plain text; '' if there is none. */
export const firstSentence = (html: string): string => plainText(html)[0]?.split(sentenceEnd, 1)[0]?.trim() ?? ''
