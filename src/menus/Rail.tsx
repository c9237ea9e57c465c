import type { Category } from '#contract/product'
import { scrollFocusedIntoView } from '../ui/focus.ts'
import { picture } from '../ui/picture.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { categoryPath } from '#contract/list-paths'
import type { Shelf } from './shelf.ts'
import styles from './Rail.module.css'

interface Props {
  categories: Shelf<Category>
  current: number | null
}

/** The categories as a row of pictures, for screens without a side menu. */
export function Rail({ categories, current }: Props) {
  if (categories.items.length === 0 && categories.state !== 'loading') return null
  return (
    <nav className={styles.rail} aria-label="Categories" data-screen-only>
      <ul>
        {categories.items.length === 0 &&
          Array.from({ length: 8 }, (_, at) => (
            <li key={at} className={styles.waiting}>
              <Skeleton shape="block" width="62px" height="62px" />
              <Skeleton width="48px" height="10px" />
            </li>
          ))}
        {categories.items.map(({ id, title, image }) => (
          <li key={id}>
            <a
              href={categoryPath(id)}
              aria-current={current === id ? 'page' : undefined}
              onFocus={scrollFocusedIntoView}
            >
              {image ? (
                <img {...picture(image)} width="62" height="62" alt="" loading="lazy" />
              ) : (
                <span className={styles.blank} />
              )}
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
