import { useId } from 'react'
import type { ListView, Sort } from '#contract/list-paths'
import { Icon } from '../ui/Icon.tsx'
import styles from './ListToolbar.module.css'

interface Props {
  heading: string
  /** The products are the results of a search, whose own order is the best match. */
  isSearch: boolean
  /** Number of products on all pages; null while unknown. */
  count: number | null
  /** Null if there are no products. */
  view: ListView | null
  onView: (change: Partial<ListView>) => void
}

const sortNames: Record<Sort, string> = {
  featured: 'Featured',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  name: 'Name',
}

/** '1 product', '38 products'. */
export const productsText = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`

/** Heading and count of a list, with the controls for stock, sort order and layout. */
export function ListToolbar({ heading, isSearch, count, view, onView }: Props) {
  return (
    <div className={styles.toolbar}>
      <h1 tabIndex={-1}>
        <span>{`${heading} `}</span>
        {count !== null && <small>{productsText(count)}</small>}
      </h1>
      {view && <Controls view={view} isSearch={isSearch} onView={onView} />}
    </div>
  )
}

function Controls({ view, isSearch, onView }: Pick<Props, 'isSearch' | 'onView'> & { view: ListView }) {
  const id = useId()
  const { stock, sort, layout } = view
  return (
    <div className={styles.controls} data-screen-only>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          role="switch"
          name="stock"
          checked={stock === 'in'}
          aria-checked={stock === 'in'}
          onChange={event => onView({ stock: event.currentTarget.checked ? 'in' : 'all' })}
        />
        <i aria-hidden="true" />
        In stock only
      </label>
      <div className={styles.sort}>
        <label htmlFor={id}>Sort</label>
        <select
          id={id}
          name="sort"
          value={sort}
          onChange={event => onView({ sort: event.currentTarget.value as Sort })}
        >
          {Object.entries(sortNames).map(([value, name]) => (
            <option key={value} value={value}>
              {isSearch && value === 'featured' ? 'Best match' : name}
            </option>
          ))}
        </select>
        <Icon of="chevron-down" size="small" />
      </div>
      <div className={styles.layouts} role="group" aria-label="View">
        <button
          type="button"
          aria-label="Grid view"
          aria-pressed={layout === 'grid'}
          onClick={() => onView({ layout: 'grid' })}
        >
          <Icon of="layout-grid" />
        </button>
        <button
          type="button"
          aria-label="List view"
          aria-pressed={layout === 'list'}
          onClick={() => onView({ layout: 'list' })}
        >
          <Icon of="list" />
        </button>
      </div>
    </div>
  )
}
