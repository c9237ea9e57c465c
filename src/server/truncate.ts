const words = new Intl.Segmenter('en', { granularity: 'word' })
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

function cutBy(segmenter: Intl.Segmenter, text: string, most: number): string {
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > most) break
    kept += segment
  }
  return kept.trimEnd()
}

/**
 * The beginning of a text, cut between words, or within the first word if that alone is too long; never within a
 * character.
 *
 * @param most - UTF-16 code units that the result may have, the '…' of a cut included
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  return `${cutBy(words, text, most - 1) || cutBy(signs, text, most - 1)}…`
}
