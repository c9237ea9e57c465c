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
  /** The gateway filters, and sorts by all orders. */
  hasFilters: boolean
  /** The control for stock is here, not among the filters. */
  hasStock: boolean
  onView: (change: Partial<ListView>) => void
}

const sortNames: Record<Sort, string> = {
  featured: 'Featured',
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  name: 'Name',
  'unit-price': 'Unit price',
  newest: 'Newest',
}

/** Orders that the shop can sort by if the gateway does not: the first ones. */
const ownSorts = 4

/** '1 product', '38 products'. */
export const productsText = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`

/** Heading and count of a list, with the controls for stock, sort order and layout. */
export function ListToolbar({ heading, count, view, ...controls }: Props) {
  return (
    <div className={styles.toolbar}>
      <h1 tabIndex={-1}>
        <span>{`${heading} `}</span>
        {count !== null && <small>{productsText(count)}</small>}
      </h1>
      {view && <Controls view={view} {...controls} />}
    </div>
  )
}

function Controls({
  view,
  isSearch,
  hasFilters,
  hasStock,
  onView,
}: Omit<Props, 'heading' | 'count'> & { view: ListView }) {
  const id = useId()
  const { filters, sort, layout } = view
  const isInStock = filters !== ''
  return (
    <div className={styles.controls} data-screen-only>
      {hasStock && (
        <section aria-label={hasFilters ? 'Filters' : undefined}>
          <label className={styles.toggle}>
            <input
              type="checkbox"
              role="switch"
              name="stock"
              checked={isInStock}
              aria-checked={isInStock}
              onChange={() => onView({ filters: isInStock ? '' : 'stock=1' })}
            />
            <i aria-hidden="true" />
            In stock only
          </label>
          {hasFilters && (
            // on a phone the sheet with this id opens
            <a className={styles.toggle} href="?by=features#filters">
              All filters
            </a>
          )}
        </section>
      )}
      <div className={styles.sort}>
        <label htmlFor={id}>Sort</label>
        <select
          id={id}
          name="sort"
          form={hasStock ? undefined : 'filters'}
          value={sort}
          onChange={event => onView({ sort: event.currentTarget.value as Sort })}
        >
          {Object.entries(sortNames)
            .slice(0, hasFilters ? undefined : ownSorts)
            .map(([value, name]) => (
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
