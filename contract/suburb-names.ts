import { plainText } from './typed-text.ts'

/** Words that addresses abbreviate, in the comparable form. */
const longWords: Readonly<Record<string, string>> = {
  st: 'saint',
  mt: 'mount',
  nth: 'north',
  sth: 'south',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  hts: 'heights',
  pt: 'point',
}

/** A suburb's name without case, diacritics, spaces, punctuation and abbreviations. */
export const comparableName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’‘`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(word => (Object.hasOwn(longWords, word) ? longWords[word]! : word))
    .join('')

/** A post code without spaces and with ASCII digits. */
export const comparablePostCode = (postCode: string): string => plainText(postCode).replaceAll(' ', '')

/** The number of letters to add, remove, replace or swap with their neighbour until two texts are the same. */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}

/** The longest name that is compared: a longer text is no suburb, and comparing it takes long. */
const longestName = 60

/** How many letters differ between what was typed and a suburb's name; null if it is another name. */
export function spellingErrors(typed: string, name: string): number | null {
  const [one, other] = [comparableName(typed.slice(0, longestName)), comparableName(name)]
  const errors = editDistance(one, other)
  return errors <= (other.length < 6 ? 1 : 2) ? errors : null
}
