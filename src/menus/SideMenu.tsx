import type { Brand, Category } from '#contract/product'
import { BrandChips } from './BrandChips.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { MenuShelf } from './MenuShelf.tsx'
import type { Shelf } from './shelf.ts'
import styles from './SideMenu.module.css'

/** The data of side menu, drawer and rail. */
export interface Aisles {
  categories: Shelf<Category>
  brands: Shelf<Brand>
  /** Ids of the expanded categories. */
  expanded: readonly number[]
  /** The shown list's filter, to mark the current link. */
  current: { category: number | null; brand: number | null }
}

interface Props extends Aisles {
  onToggleCategory: (id: number) => void
  onRetry: () => void
}

/** Categories and brands, beside the content from 1025 px on. */
export function SideMenu({ categories, brands, expanded, current, onToggleCategory, onRetry }: Props) {
  return (
    <nav className={styles.side} aria-label="Categories and brands" data-screen-only>
      <section>
        <h2>Shop By Categories</h2>
        <MenuShelf name="categories" shelf={categories} shape="rows" onRetry={onRetry}>
          <CategoryTree
            id="aisle"
            categories={categories.items}
            expanded={expanded}
            current={current.category}
            onToggle={onToggleCategory}
          />
        </MenuShelf>
      </section>
      <section>
        <h2>Shop By Brand</h2>
        <MenuShelf name="brands" shelf={brands} shape="chips" onRetry={onRetry}>
          <BrandChips brands={brands.items} current={current.brand} />
        </MenuShelf>
      </section>
    </nav>
  )
}
