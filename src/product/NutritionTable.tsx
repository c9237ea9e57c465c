import type { Nutrition } from '#contract/product-facts'
import { store } from '../store/store.ts'
import styles from './NutritionTable.module.css'

const rows = [
  ['energy', 'Energy', 'kJ'],
  ['protein', 'Protein', 'g'],
  ['fat', 'Fat, total', 'g'],
  ['saturatedFat', 'Saturated fat', 'g'],
  ['carbohydrate', 'Carbohydrate', 'g'],
  ['sugars', 'Sugars', 'g'],
  ['sodium', 'Sodium', 'mg'],
] as const

/** Those that are a part of the row above. */
const parts: readonly string[] = ['saturatedFat', 'sugars']

const digits = new Intl.NumberFormat(store.locale, { maximumFractionDigits: 2 })

const rowsOf = (nutrition: Nutrition) =>
  rows.flatMap(([field, name, unit]) => {
    const amount = nutrition[field]
    return typeof amount === 'number' && amount >= 0
      ? [{ field, name, amount: `${digits.format(amount)} ${unit}` }]
      : []
  })

/** Whether any amount is known. */
export const hasNutrition = (nutrition: Nutrition | null | undefined): nutrition is Nutrition =>
  nutrition !== null && nutrition !== undefined && rowsOf(nutrition).length > 0

/** The nutrition of a product: those of its amounts that are known. */
export function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
  return (
    <table className={styles.nutrition}>
      <caption className="small muted">{`Average amounts per ${nutrition.per}`}</caption>
      <tbody>
        {rowsOf(nutrition).map(({ field, name, amount }) => (
          <tr key={field} data-part={parts.includes(field) || undefined}>
            <th scope="row">{name}</th>
            <td className="num">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
