/** Spaces, marks without a letter, and characters without a glyph: Hangul fillers, soft hyphens, blank Braille, notes and hieroglyphs. */
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{DI}\u2800\u{1d159}\u{13441}\u{13442}]/u

/** Whether a text has no character that a person can see: it is as good as empty. */
export const isBlank = (text: string): boolean => !visible.test(text)
