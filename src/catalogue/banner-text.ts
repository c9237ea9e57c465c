/** A banner's words: its headline, and the sentence under it. */
interface BannerWords {
  headline: string
  sentence: string
}

/**
 * Parts the words that come with a banner's picture.
 *
 * @param alt - 'Headline. Sentence.'; null where there are none
 */
export function bannerWords(alt: string | null | undefined): BannerWords {
  const [, headline = '', sentence = ''] = /^(.*?[^.\s])(?:\.\s+(.*)|\.?)$/su.exec(alt?.trim() ?? '') ?? []
  return { headline, sentence }
}

/** What a picture was drawn for: the colour of words upon it. `any` is every picture that nobody knows here. */
type BannerTone = 'lacquer' | 'leaf' | 'night' | 'moon' | 'any'

const tones: readonly [RegExp, BannerTone][] = [
  [/\bhot-pot\b/, 'lacquer'],
  [/\bfresh\b/, 'leaf'],
  [/\bnoodle-night\b/, 'night'],
  [/\bmoon-festival\b/, 'moon'],
]

/** The tone of a picture, by the name of its file. */
export const bannerTone = (image: string): BannerTone => tones.find(([name]) => name.test(image))?.[1] ?? 'any'
