import type { Category } from '#contract/product'
import { categoryPath } from '#contract/list-paths'
import styles from './BrandChips.module.css'

interface Props {
  categories: readonly Category[]
  /** The category whose products are shown; null elsewhere. */
  current: number | null
}

/** The sub-categories of the aisle that is shown, and a link to all of its products. */
export function ShelfChips({ categories, current }: Props) {
  const aisle = categories.find(({ id, children }) => id === current || children.some(child => child.id === current))
  if (!aisle || aisle.children.length === 0) return null
  return (
    <nav aria-label={aisle.title} data-screen-only>
      <ul className={styles.brands}>
        {[{ id: aisle.id, title: `All ${aisle.title}` }, ...aisle.children].map(({ id, title }) => (
          <li key={id}>
            <a className={styles.chip} href={categoryPath(id)} aria-current={current === id ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
