import type { Brand } from '#contract/product'
import { Link } from '../ui/Link.tsx'
import { allBrands, brandAddress } from './addresses.ts'
import styles from './BrandChips.module.css'

interface Props {
  brands: readonly Brand[]
  /** The brand whose products are shown; null elsewhere. */
  current: number | null
  onFollow?: () => void
}

/** The top brands, and the way to all of them. */
export function BrandChips({ brands, current, onFollow }: Props) {
  return (
    <ul className={styles.brands}>
      {brands.map(brand => (
        <li key={brand.id}>
          <Link
            className={styles.chip}
            to={brandAddress(brand.id)}
            aria-current={current === brand.id ? 'page' : undefined}
            onClick={onFollow}
          >
            {brand.name}
          </Link>
        </li>
      ))}
      <li>
        <Link className={styles.all} to={allBrands} onClick={onFollow}>
          View All Brands
        </Link>
      </li>
    </ul>
  )
}
