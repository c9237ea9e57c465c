import { formatAmount, toCents } from '#contract/money'
import { longestGoods, type OfficeProductRow } from '#contract/office'
import { officePaths, productPath } from '#machines/office/office'
import { focusOnMount } from '../form/form-focus.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { OfficeSearch } from './OfficeSearch.tsx'
import { OfficeTable } from './OfficeTable.tsx'
import { OneMoment } from './OneMoment.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import head from './BoardPage.module.css'

/** The goods, and their search. */
export function GoodsPage() {
  const isUnreachable = useOffice('officeGoods', snapshot => snapshot.matches('unreachable'))
  const isOwner = useOffice('office', ({ context }) => context.session?.role === 'owner')
  const send = useOfficeSend('officeGoods')
  return (
    <div className="stack-6">
      <OfficeTitle text="Goods" />
      <div className={head.head}>
        <h1 tabIndex={-1} ref={focusOnMount}>
          Goods
        </h1>
        <GoodsSearch />
      </div>
      {isOwner && (
        <p>
          <a className="textlink" href={officePaths.import}>
            Download or import all goods
          </a>
        </p>
      )}
      {isUnreachable ? (
        <FailedLoad heading="The goods could not be read" onRetry={() => send({ type: 'goods.retry' })}>
          <p>Please check the connection.</p>
        </FailedLoad>
      ) : (
        <Goods />
      )}
    </div>
  )
}

function GoodsSearch() {
  const search = useOffice('officeGoods', ({ context }) => context.search)
  const send = useOfficeSend('officeGoods')
  return <OfficeSearch label="Name or code" value={search} onChange={text => send({ type: 'goods.search', text })} />
}

function Goods() {
  const goods = useOffice('officeGoods', ({ context }) => context.goods)
  const isSearch = useOffice('officeGoods', ({ context }) => context.search.trim() !== '')
  const isShown = useOffice('officeGoods', snapshot => snapshot.matches('shown'))
  if (goods.length === 0 && !isShown) return <OneMoment />
  if (goods.length === 0)
    return (
      <section className="panel">
        <EmptyState heading={isSearch ? 'No product matches' : 'There are no goods yet'} />
      </section>
    )
  return (
    <section className="panel stack">
      <p className="muted" role="status">
        {countText(goods.length, isSearch)}
      </p>
      <OfficeTable columns={['Name', 'Code', 'Price', 'In stock']}>
        {goods.map(product => (
          <GoodsRow key={product.productId} product={product} />
        ))}
      </OfficeTable>
    </section>
  )
}

function countText(count: number, isSearch: boolean): string {
  if (count === longestGoods) return isSearch ? `The first ${count} of more` : `The ${count} with the fewest in stock`
  return count === 1 ? '1 product' : `${count} products`
}

const GoodsRow = ({ product }: { product: OfficeProductRow }) => (
  <tr>
    <td data-label="Name">
      <a className="textlink" href={productPath(product.productId)} translate="no">
        {product.name}
      </a>
    </td>
    <td data-label="Code" translate="no">
      {product.code}
    </td>
    <td data-label="Price" className="num">
      {priceText(product)}
    </td>
    <td data-label="In stock" className="num">
      {product.isForSale ? String(product.stock) : `${product.stock}, not for sale`}
    </td>
  </tr>
)

const priceText = ({ price, specialPrice }: OfficeProductRow): string =>
  specialPrice === null
    ? formatAmount(toCents(price))
    : `${formatAmount(toCents(specialPrice))}, special of ${formatAmount(toCents(price))}`
