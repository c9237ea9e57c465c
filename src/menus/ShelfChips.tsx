import type { Category } from '#contract/product'
import { categoryPath } from '#contract/list-paths'
import { scrollFocusedIntoView } from '../ui/focus.ts'
import { shelvesAt } from './shelves-at.ts'
import styles from './BrandChips.module.css'
import rail from './Rail.module.css'

interface Props {
  categories: readonly Category[]
  /** The category whose products are shown; null elsewhere. */
  current: number | null
}

/** The sub-categories of the aisle that is shown, and a link to all of its products. */
export function ShelfChips({ categories, current }: Props) {
  const shelves = shelvesAt(current, categories)
  if (shelves.length === 0) return null
  return (
    <nav aria-label={shelves[0]!.title} data-screen-only data-parts="">
      <ul className={`${styles.brands} ${rail.slide}`}>
        {shelves.map(({ id, title }, at) => (
          <li key={id}>
            <a
              className={styles.chip}
              href={categoryPath(id)}
              aria-current={current === id ? 'page' : undefined}
              onFocus={scrollFocusedIntoView}
            >
              {at === 0 ? `All ${title}` : title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
