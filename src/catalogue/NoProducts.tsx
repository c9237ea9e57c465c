import { listPath } from '#contract/list-paths'
import type { Listing } from '#machines/catalogue/list'
import noResults from '../assets/state-no-results.svg'
import { AisleLinks } from '../menus/AisleLinks.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NearPart } from '../ui/NearPart.tsx'
import { loadRows } from './row-parts.ts'
import styles from './ListScreen.module.css'

/** A list without products. */
export function NoProducts({ listing: { filter, view } }: { listing: Listing }) {
  const isFiltered = view.filters !== ''
  const isSearch = filter.criteria === 'search'
  return (
    <div data-parts="">
      <section className="panel" aria-label="Products">
        <EmptyState
          picture={noResults}
          heading="No product found."
          action={
            isFiltered ? (
              <ButtonLink href={listPath(filter, { ...view, filters: '', page: 1 })}>Show all products</ButtonLink>
            ) : (
              <ButtonLink href={listPath({ criteria: 'features', categoryId: 0, brandId: 0 })}>
                Browse featured products
              </ButtonLink>
            )
          }
        >
          {isFiltered && <p>{reasonOf(view.filters)}</p>}
          {!isFiltered && isSearch && (
            <>
              <p>{`We don’t have “${filter.searchCriteria}”. Try another word, or one of these aisles:`}</p>
              <AisleLinks />
            </>
          )}
          {!isFiltered && !isSearch && <p>No products here yet. Try another aisle.</p>}
        </EmptyState>
      </section>
      <NearPart load={loadRows} part="RecentlyViewed" />
    </div>
  )
}

const reasonOf = (filters: string) =>
  filters === 'stock=1'
    ? 'No products here are in stock right now.'
    : 'No products match all of these filters. Remove one, or show all products.'

/** Above products that match a search only nearly. */
export function SimilarNote() {
  return (
    <p className={styles.shelves} role="status" data-parts="">
      No exact match. Similar products:
    </p>
  )
}
