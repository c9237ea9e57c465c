import type { PackSize } from '#contract/product-facts'

/* The words for what labels say. Names that the contract does not list are shown as they are. */

const withCapitals: Record<string, string> = { 'brazil-nut': 'Brazil nut' }

/** An allergen within a sentence: 'pine nut'. */
export const allergenWords = (name: string): string => withCapitals[name] ?? name.replaceAll('-', ' ')

const dietNames: Record<string, string> = { 'gluten-free': 'Gluten-free' }

/** A diet on its own: 'Vegan'. */
export const dietWords = (name: string): string => dietNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

const temperatures: Record<string, string> = {
  ambient: 'room temperature',
  chilled: 'chilled',
  frozen: 'frozen',
}

/** How a product is kept: 'chilled'; null for a storage that the contract does not list. */
export const storageWords = (name: string): string | null => temperatures[name] ?? null

/** A size: '2.5 kg', '6 pieces'. */
export const sizeWords = ({ amount, unit }: PackSize): string =>
  unit === 'piece' ? `${amount} ${amount === 1 ? 'piece' : 'pieces'}` : `${amount} ${unit}`
