import { substitutions, type LineChoice, type Substitution } from './substitution.ts'

/** The name of the choice, for the order and for a line. */
export const substitutionLabel = 'If something runs out'

/** The choices in words. */
export const substitutionNames: Readonly<Record<Substitution, string>> = {
  similar: 'Similar product',
  'other-size': 'Same brand, other size',
  call: 'Call me',
  'leave-out': 'Leave it out',
}

/** What the store promises about the price of a replacement. */
export const substitutionPromise = 'Never dearer than what you ordered.'

/** What a shopper wants for a line whose gateway may send anything: a value that is not known is none. */
export const substitutionIn = ({ substitution }: LineChoice): Substitution | null =>
  substitutions.find(one => one === substitution) ?? null

/** What a line says of its own choice and its note; null if it has neither. */
export function choiceText(line: LineChoice): string | null {
  const own = substitutionIn(line)
  const parts = [own && `${substitutionLabel}: ${substitutionNames[own]}`, line.note && `Note: ${line.note}`]
  return parts.filter(Boolean).join(' · ') || null
}
