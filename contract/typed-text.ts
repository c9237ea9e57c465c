/*
 * Text as input methods, clipboards and keyboards write it, in the form that the shop and the gateway compare. Fields keep what was typed
 * until they lose the focus; values are normalised where they are checked, compared and sent.
 */

/** Characters without a glyph that come with pasted text: zero-width ones, bidi marks, soft hyphens, the BOM. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFEFF]/gu

/** The digits of a writing system as ASCII ones: '٢١٢٢' and '२१२२' are '2122'. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0)!
    if (code < 128) return digit
    // digits are in rows of ten, some of which are adjacent
    let first = code
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((code - first) % 10)
  })

/**
 * A code or number as it was meant: full-width letters and digits, digits of other writing systems, spaces of all kinds, nothing
 * invisible. For post codes, phone numbers, coupons, quantities and searches, whose meaning NFKC does not change.
 */
export const plainText = (text: string): string =>
  // normalised again: characters that were apart may compose
  plainDigits(text.normalize('NFKC').replace(invisible, '').normalize('NFKC'))
    .replace(/[\s\u2800]+/gu, ' ')
    .trim()

/** Text without the full stops, commas and semicolons at its end. */
function withoutFinalMarks(text: string): string {
  let end = text.length
  while (end > 0 && '.,; '.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** The address of a `mailto:` link without its percent-encoding; the text as it is if that is not valid, so that it is refused. */
function fromLink(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * An email address as it was meant: from `mailto:mai@example.com`, `<mai@example.com>`, `Mai Tran <mai@example.com>` and text with
 * invisible characters or a full-width at sign. Other mistakes stay, so that they are refused.
 */
export function plainEmail(text: string): string {
  const plain = withoutFinalMarks(plainText(text))
  const inBrackets = /^[^<>@]*<([^<>]+)>$/.exec(plain)?.[1] ?? plain
  const link = /^mailto:([^?]*)/i.exec(inBrackets)?.[1]
  return withoutFinalMarks(link === undefined ? inBrackets : fromLink(link)).trim()
}
