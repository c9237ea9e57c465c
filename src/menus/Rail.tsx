import type { Category } from '#contract/product'
import { scrollFocusedIntoView } from '../ui/focus.ts'
import { picture } from '../ui/picture.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { categoryPath } from '#contract/list-paths'
import type { Shelf } from './shelf.ts'
import chips from './BrandChips.module.css'
import styles from './Rail.module.css'

interface Props {
  categories: Shelf<Category>
  current: number | null
}

/** The categories as a row of chips that slides, for screens without a side menu. */
export function Rail({ categories, current }: Props) {
  if (categories.items.length === 0 && categories.state !== 'loading') return null
  return (
    <nav className={styles.rail} aria-label="Categories" data-screen-only>
      <ul className={styles.slide}>
        {categories.items.length === 0 &&
          Array.from({ length: 4 }, (_, at) => (
            <li key={at}>
              <Skeleton shape="pill" width="128px" height="44px" />
            </li>
          ))}
        {categories.items.map(({ id, title, image }) => (
          <li key={id}>
            <a
              className={chips.chip}
              href={categoryPath(id)}
              aria-current={current === id ? 'page' : undefined}
              onFocus={scrollFocusedIntoView}
            >
              {image && <img {...picture(image)} width="32" height="32" alt="" loading="lazy" />}
              <span>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
