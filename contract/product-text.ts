import { sizeUnits, type PackSize } from './product-facts.ts'

/* What a label says, as people write it: in the form of a product and in files of goods. */

/** Names of a list: 'milk, soy'; 'none' if there are none, empty if it is not known. */
export const namesText = (names: readonly string[] | null): string => (names === null ? '' : names.join(', ') || 'none')

/** Reads names, in the order of the list of all. @returns `unknown`: the first that is not in the list; null if all are */
export function readNames<Name extends string>(
  text: string,
  all: readonly Name[],
): { names: Name[] | null; unknown: string | null } {
  const written = text
    .toLowerCase()
    .split(/[,;\n]/)
    .map(name => name.trim())
    .filter(name => name !== '')
  if (written.length === 0) return { names: null, unknown: null }
  if (written.length === 1 && written[0] === 'none') return { names: [], unknown: null }
  return {
    names: all.filter(one => written.includes(one)),
    unknown: written.find(name => !all.some(one => one === name)) ?? null,
  }
}

/** '5 kg'; empty without a size. */
export const sizeText = (size: PackSize | null): string => (size === null ? '' : `${size.amount} ${size.unit}`)

/** Reads a size, with a unit in any case. @returns null for an empty text, undefined for one that is no size */
export function readSize(text: string): PackSize | null | undefined {
  if (text === '') return null
  const [, amount, written] = /^(\d{1,6}(?:\.\d{1,3})?) ?([a-z]+)$/i.exec(text) ?? []
  const unit = sizeUnits.find(one => one.toLowerCase() === written?.toLowerCase())
  return unit === undefined || Number(amount) === 0 ? undefined : { amount: Number(amount), unit }
}
