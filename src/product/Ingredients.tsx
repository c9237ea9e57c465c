import type { ShownProduct } from '#machines/catalogue/products'
import { allergenWords } from '#machines/catalogue/label-words'
import { emphasized } from './emphasis.ts'
import styles from './Ingredients.module.css'

type Props = Pick<ShownProduct, 'ingredients' | 'allergens' | 'mayContain'>

/** Whether anything is known about the ingredients or allergens of a product. */
export const hasIngredients = ({ ingredients, allergens, mayContain }: Props): boolean =>
  Boolean(ingredients) || Boolean(allergens) || (mayContain?.length ?? 0) > 0

/** The ingredients with their allergens emphasized, and the allergens of a product. */
export function Ingredients({ ingredients, allergens, mayContain }: Props) {
  return (
    <div className={styles.ingredients}>
      {ingredients && (
        <p>
          {emphasized(ingredients, allergens ?? []).map(({ at, text, isAllergen }) =>
            isAllergen ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>,
          )}
        </p>
      )}
      <dl>
        <dt>Contains</dt>
        <dd>{containsText(allergens)}</dd>
        {mayContain && mayContain.length > 0 && (
          <>
            <dt>May contain</dt>
            <dd>{listOf(mayContain)}</dd>
          </>
        )}
      </dl>
      <p className="small muted">Recipes change. Please read the label on the pack too.</p>
    </div>
  )
}

const listOf = (names: readonly string[]) => names.map(allergenWords).join(', ')

function containsText(allergens: Props['allergens']): string {
  if (!allergens) return 'Allergens are not known'
  return allergens.length > 0 ? listOf(allergens) : 'None of the allergens that must be declared'
}
