import { listPath } from '#contract/list-paths'
import type { RowQuery } from '#machines/messages/row-opening'
import { useKeptPlace } from '../delivery-place/PlaceSummary.tsx'
import { useActor } from '../system/actors.tsx'
import { titles } from './list-heading.ts'
import { ProductRow } from './ProductRow.tsx'

const special: RowQuery = { kind: 'special' }
const season: RowQuery = { kind: 'season' }
const buyAgain: RowQuery = { kind: 'buyAgain' }

const pathOf = (criteria: 'special' | 'season') => listPath({ criteria, categoryId: 0, brandId: 0 })

/** The rows below the home page's list. Customers have one with what they bought. */
export function HomeRows() {
  const isCustomer = useActor('shop', ({ context }) => context.customer !== null)
  // the first line of the page shows what delivery costs
  useKeptPlace()
  return (
    <>
      <ProductRow heading={titles.special} query={special} seeAll={pathOf('special')} />
      {isCustomer && <ProductRow heading="Buy again" query={buyAgain} seeAll="/manage-order/history-order" />}
      <ProductRow heading={titles.season} query={season} seeAll={pathOf('season')} />
    </>
  )
}
