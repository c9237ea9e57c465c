const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
]

/** Letters that only Vietnamese has among the catalogue's languages: đ, ơ, ư, and vowels with two marks. */
const vietnamese = /[đơưăĩũạ-ỹ]/iu

/** Accented letters that Vietnamese shares with other languages; they count as Vietnamese where it is expected. */
const marked = /[à-ỹ]/u

/** A pack size that ends the first name: '5 kg', '4 × 120 g', 'tray of 6', ', bunch'. */
export const packs =
  /(?:(?:[a-z]+ of )?(?:\d+ ?[x×] ?)?\d[\d.]* ?(?:k?g|m?l)|(?<=, )(?:each|bunch|loose)|[a-z]+ of \d+)(?=[ ,]|$)/gi

/** A part of a name. */
export interface NamePart {
  text: string
  /** By its letters; null for the page's language. */
  lang: string | null
  /** Whether it is the pack size, which is never truncated. */
  pack?: true
}

/**
 * Splits a name such as 'Jasmine Rice 5 kg 金穗香米' into the first name, the pack size and the name in the second language.
 * What follows the pack size is one name in one language. A name without a pack size is split by the scripts of its words.
 *
 * @param name - as the gateway sends it
 * @returns the parts in order; joined by spaces they give the name
 */
export function nameParts(name: string): NamePart[] {
  const pack = name.match(packs)?.at(-1)
  if (pack === undefined) return partsByScript(name)
  const at = name.lastIndexOf(pack)
  const rest = name.slice(at + pack.length).trim()
  const lang = langOf(rest) ?? (marked.test(rest) ? 'vi' : null)
  const parts: NamePart[] = [
    { text: name.slice(0, at).trim(), lang: null },
    { text: pack, lang: null, pack: true },
  ]
  if (rest) parts.push({ text: rest, lang })
  return parts
}

function partsByScript(name: string): NamePart[] {
  const parts: NamePart[] = []
  for (const word of name.split(' ')) {
    const last = parts.at(-1)
    // Han letters beside kana are Japanese
    const lang = (langOf(word) && langOf(name)) ?? (last?.lang === 'vi' && marked.test(word) ? 'vi' : null)
    if (last?.lang === lang) last.text += ` ${word}`
    else parts.push({ text: word, lang })
  }
  return parts
}

const langOf = (text: string): string | null =>
  scripts.find(([script]) => script.test(text))?.[1] ?? (vietnamese.test(text) ? 'vi' : null)

/**
 * A product's name with the `lang` of each part, for the right fonts and pronunciation.
 *
 * @param props.stacked - each part has a line of its own: the first does not end with the comma before the pack size
 */
export function ProductName({ name, stacked }: { name: string; stacked?: boolean }) {
  return nameParts(name).map(({ text, lang, pack }, index) => (
    <span key={text} lang={lang ?? undefined} data-native={lang === null ? undefined : ''} data-pack={pack && ''}>
      {index > 0 ? ` ${text}` : stacked ? text.replace(/,$/, '') : text}
    </span>
  ))
}
