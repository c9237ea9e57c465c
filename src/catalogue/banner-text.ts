/** The text on a banner. */
interface BannerWords {
  headline: string
  sentence: string
}

/**
 * Splits the alternative text of a banner's picture.
 *
 * @param alt - 'Headline. Sentence.'; null if the banner has no text
 */
export function bannerWords(alt: string | null | undefined): BannerWords {
  const [, headline = '', sentence = ''] = /^(.*?[^.\s])(?:\.\s+(.*)|\.?)$/su.exec(alt?.trim() ?? '') ?? []
  return { headline, sentence }
}

/** Selects the colours of the text on a picture; `any` for unknown pictures. */
type BannerTone = 'lacquer' | 'leaf' | 'night' | 'moon' | 'any'

const tones: readonly [RegExp, BannerTone][] = [
  [/\bhot-pot\b/, 'lacquer'],
  [/\bfresh\b/, 'leaf'],
  [/\bnoodle-night\b/, 'night'],
  [/\bmoon-festival\b/, 'moon'],
]

/** The tone of a picture by its file name. */
export const bannerTone = (image: string): BannerTone => tones.find(([name]) => name.test(image))?.[1] ?? 'any'
