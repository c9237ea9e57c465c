const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
]

/** Letters that of all the shop's languages only Vietnamese has: đ, ơ, ư, and vowels with two marks. */
const vietnamese = /[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹăâêôĩũ]/iu

/** Letters with a mark, which Vietnamese shares with others: after a Vietnamese word they go on with it ('phở bò'). */
const marked = /[à-ỹ]/iu

const foreign = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** A stretch of a name, with the language that its letters give away; null for the shop's own. */
export interface NamePart {
  text: string
  lang: string | null
}

/**
 * Splits a name such as 'Jasmine Rice 5 kg 金穗香米' by the scripts of its words.
 *
 * @param name - as the gateway has it
 * @returns the parts in order; joined by a space they are the name again
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

/** A product's name, each language in its own `lang`, so that it is drawn and read out right. */
export function ProductName({ name }: { name: string }) {
  return splitByScript(name).map(({ text, lang }, index) => (
    <span key={text} lang={lang ?? undefined} data-native={lang === null ? undefined : ''}>
      {index > 0 && ' '}
      {text}
    </span>
  ))
}
