const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
]

/** Letters that only Vietnamese has among the catalogue's languages: đ, ơ, ư, and vowels with two marks. */
const vietnamese = /[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹăâêôĩũ]/iu

/** Accented letters that Vietnamese shares with other languages; they count as Vietnamese after a Vietnamese word ('phở bò'). */
const marked = /[à-ỹ]/iu

const foreign = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** A part of a name and its language by its letters; null for the page's language. */
export interface NamePart {
  text: string
  lang: string | null
}

/**
 * Splits a name such as 'Jasmine Rice 5 kg 金穗香米' by the scripts of its words.
 *
 * @param name - as the gateway sends it
 * @returns the parts in order; joined by spaces they give the name
 */
export function splitByScript(name: string): NamePart[] {
  const parts: NamePart[] = []
  // Han letters beside kana are Japanese
  const han = /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(name) ? 'ja' : 'zh'
  for (const word of name.split(' ')) {
    const last = parts.at(-1)
    const lang = langOf(word, han) ?? (last?.lang === 'vi' && marked.test(word) ? 'vi' : null)
    if (last?.lang === lang) last.text += ` ${word}`
    else parts.push({ text: word, lang })
  }
  return parts
}

function langOf(word: string, han: string): string | null {
  if (foreign.test(word)) return scripts.find(([script]) => script.test(word))?.[1] ?? han
  return vietnamese.test(word) ? 'vi' : null
}

/** A product's name with the `lang` of each part, for the right fonts and pronunciation. */
export function ProductName({ name }: { name: string }) {
  return splitByScript(name).map(({ text, lang }, index) => (
    <span key={text} lang={lang ?? undefined} data-native={lang === null ? undefined : ''}>
      {index > 0 && ' '}
      {text}
    </span>
  ))
}
