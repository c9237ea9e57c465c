import { categoryPath } from '#contract/list-paths'
import { useActor } from '../system/actors.tsx'
import styles from './BrandChips.module.css'

/** The aisles as links, for a page that has nothing else to show. */
export function AisleLinks() {
  const categories = useActor('catalogue', ({ context }) => context.categories)
  return (
    <ul className={`${styles.brands} ${styles.centered}`} aria-label="Aisles">
      {categories.map(({ id, title }) => (
        <li key={id}>
          <a className={styles.chip} href={categoryPath(id)}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
