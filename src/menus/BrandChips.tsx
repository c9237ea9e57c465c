import type { Brand } from '#contract/product'
import { brandsPath } from '#contract/paths'
import { brandPath } from '#contract/list-paths'
import styles from './BrandChips.module.css'

interface Props {
  brands: readonly Brand[]
  /** The brand whose products are shown; null elsewhere. */
  current: number | null
  onFollow?: () => void
}

/** The top brands, and a link to all brands. */
export function BrandChips({ brands, current, onFollow }: Props) {
  return (
    <ul className={styles.brands}>
      {brands.map(brand => (
        <li key={brand.id}>
          <a
            className={styles.chip}
            href={brandPath(brand.id)}
            aria-current={current === brand.id ? 'page' : undefined}
            onClick={onFollow}
          >
            {brand.name}
          </a>
        </li>
      ))}
      <li>
        <a className={styles.all} href={brandsPath} onClick={onFollow}>
          View All Brands
        </a>
      </li>
    </ul>
  )
}
