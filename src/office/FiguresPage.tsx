import { formatAmount, toCents } from '#contract/money'
import type { FigurePeriod, OfficeFigures } from '#contract/office-figures'
import { productPath } from '#machines/office/office'
import { focusOnMount } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { BarChart, ColumnChart } from './FigureCharts.tsx'
import { namedParts, periodText } from './figures-text.ts'
import { OfficeTable } from './OfficeTable.tsx'
import { OneMoment } from './OneMoment.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './FiguresPage.module.css'

const amount = (dollars: number): string => formatAmount(toCents(dollars))
const wholeDollars = (dollars: number): string => `$${dollars}`
const count = (value: number): string => String(value)

/** The figures of a day or a week. */
export function FiguresPage() {
  const figures = useOffice('officeFigures', ({ context }) => context.figures)
  const isReading = useOffice('officeFigures', snapshot => snapshot.matches('reading'))
  const isUnreachable = useOffice('officeFigures', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeFigures')
  return (
    <div className="stack-6">
      <OfficeTitle text="Figures" />
      <h1 tabIndex={-1} ref={focusOnMount}>
        Figures
      </h1>
      <PeriodChoice figures={figures} />
      {isUnreachable && (
        <FailedLoad heading="The figures could not be read" onRetry={() => send({ type: 'figures.retry' })}>
          <p>Please check the connection.</p>
        </FailedLoad>
      )}
      {!isUnreachable && figures === null && <OneMoment />}
      {!isUnreachable && figures !== null && (
        <div className={`stack-6 ${styles.body}`} aria-busy={isReading}>
          <Totals figures={figures} />
          <Times figures={figures} />
          <BestSellers figures={figures} />
          <MissedSearches figures={figures} />
          <PaymentFailures figures={figures} />
        </div>
      )}
    </div>
  )
}

/** A day or a week, and the one before or after. */
function PeriodChoice({ figures }: { figures: OfficeFigures | null }) {
  const period = useOffice('officeFigures', ({ context }) => context.period)
  const day = useOffice('officeFigures', ({ context }) => context.day)
  const send = useOfficeSend('officeFigures')
  const choose = (period: FigurePeriod, day: string | null) => send({ type: 'figures.choose', period, day })
  const later = figures?.later ?? null
  return (
    <div className={styles.choice} role="group" aria-label="Period">
      <Button aria-pressed={period === 'day'} onClick={() => choose('day', day)}>
        Day
      </Button>
      <Button aria-pressed={period === 'week'} onClick={() => choose('week', day)}>
        Week
      </Button>
      <Button aria-disabled={figures === null} onClick={() => figures && choose(period, figures.earlier)}>
        Earlier
      </Button>
      <Button aria-disabled={later === null} onClick={() => later !== null && choose(period, later)}>
        Later
      </Button>
      <Button onClick={() => choose(period, null)}>Today</Button>
    </div>
  )
}

const Totals = ({ figures }: { figures: OfficeFigures }) => {
  const { orders, turnover, basket, estimates, cancelled, refunded } = figures
  return (
    <section className="panel stack" aria-labelledby="figures-period">
      <h2 id="figures-period" role="status">
        {periodText(figures)}
      </h2>
      <dl className={styles.totals}>
        <div>
          <dt>Orders</dt>
          <dd>{orders}</dd>
        </div>
        <div>
          <dt>Turnover</dt>
          <dd>{amount(turnover)}</dd>
        </div>
        <div>
          <dt>Average basket</dt>
          <dd>{basket === null ? 'none' : amount(basket)}</dd>
        </div>
        <div>
          <dt>Cancelled</dt>
          <dd>{`${cancelled.orders} (${amount(cancelled.total)})`}</dd>
        </div>
        <div>
          <dt>Refunded</dt>
          <dd>{amount(refunded)}</dd>
        </div>
      </dl>
      <p className="muted">
        Orders count when they were placed, at the store’s time. Turnover is what they come to now, with delivery and
        after discounts and refunds. Cancelled orders are not in it.
      </p>
      {estimates > 0 && (
        <p className="muted">{`${estimates} of the orders ${estimates === 1 ? 'has' : 'have'} goods to weigh, and ${estimates === 1 ? 'counts' : 'count'} as estimated.`}</p>
      )}
    </section>
  )
}

const Times = ({ figures }: { figures: OfficeFigures }) => {
  const parts = namedParts(figures)
  const title = figures.period === 'day' ? 'By hour' : 'By day'
  const valuesOf = (of: 'orders' | 'turnover') =>
    parts.map(part => ({ key: part.startsAt, label: part.name, value: part[of] }))
  const shown = figures.period === 'day' ? parts.filter(part => part.orders > 0) : parts
  return (
    <section className="panel stack" aria-labelledby="figures-times">
      <h2 id="figures-times">{title}</h2>
      <div className={styles.pair}>
        <div>
          <h3>Turnover</h3>
          <ColumnChart values={valuesOf('turnover')} text={wholeDollars} />
        </div>
        <div>
          <h3>Orders</h3>
          <ColumnChart values={valuesOf('orders')} text={count} />
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="muted">There are no orders.</p>
      ) : (
        <OfficeTable columns={['Time', 'Orders', 'Turnover']}>
          {shown.map(part => (
            <tr key={part.startsAt}>
              <td data-label="Time">{part.name}</td>
              <td data-label="Orders" className="num">
                {part.orders}
              </td>
              <td data-label="Turnover" className="num">
                {amount(part.turnover)}
              </td>
            </tr>
          ))}
        </OfficeTable>
      )}
    </section>
  )
}

const BestSellers = ({ figures: { bestSellers } }: { figures: OfficeFigures }) => (
  <section className="panel stack" aria-labelledby="figures-goods">
    <h2 id="figures-goods">Best sellers</h2>
    {bestSellers.length === 0 ? (
      <p className="muted">Nothing was sold.</p>
    ) : (
      <div className={styles.pair}>
        <BarChart
          values={bestSellers.map(one => ({
            key: String(one.productId),
            label: one.productName,
            value: one.quantity,
          }))}
          text={count}
        />
        <OfficeTable columns={['Product', 'Sold', 'Turnover']}>
          {bestSellers.map(({ productId, productName, quantity, turnover }) => (
            <tr key={productId}>
              <td data-label="Product">
                <a className="textlink" href={productPath(productId)} translate="no">
                  {productName}
                </a>
              </td>
              <td data-label="Sold" className="num">
                {quantity}
              </td>
              <td data-label="Turnover" className="num">
                {amount(turnover)}
              </td>
            </tr>
          ))}
        </OfficeTable>
      </div>
    )}
  </section>
)

const MissedSearches = ({ figures: { missedSearches } }: { figures: OfficeFigures }) => (
  <section className="panel stack" aria-labelledby="figures-searches">
    <h2 id="figures-searches">Searches without a result</h2>
    {missedSearches.length === 0 ? (
      <p className="muted">Every search found something.</p>
    ) : (
      <div className={styles.pair}>
        <BarChart
          values={missedSearches.map(({ term, searches }) => ({ key: term, label: term, value: searches }))}
          text={count}
        />
        <OfficeTable columns={['Search', 'Times']}>
          {missedSearches.map(({ term, searches }) => (
            <tr key={term}>
              <td data-label="Search" translate="no">
                {term}
              </td>
              <td data-label="Times" className="num">
                {searches}
              </td>
            </tr>
          ))}
        </OfficeTable>
      </div>
    )}
  </section>
)

const PaymentFailures = ({ figures }: { figures: OfficeFigures }) => {
  const { declined, refused } = figures.paymentFailures
  const parts = namedParts(figures)
  return (
    <section className="panel stack" aria-labelledby="figures-payments">
      <h2 id="figures-payments">Payment failures</h2>
      {declined + refused === 0 ? (
        <p className="muted">No payment failed.</p>
      ) : (
        <>
          <p>{`${declined} declined by the bank, ${refused} refused by the payment provider for good.`}</p>
          <div className={styles.pair}>
            <ColumnChart
              values={parts.map(part => ({ key: part.startsAt, label: part.name, value: part.paymentFailures }))}
              text={count}
              tone="failure"
            />
            <OfficeTable columns={['Time', 'Failures']}>
              {parts
                .filter(part => part.paymentFailures > 0)
                .map(part => (
                  <tr key={part.startsAt}>
                    <td data-label="Time">{part.name}</td>
                    <td data-label="Failures" className="num">
                      {part.paymentFailures}
                    </td>
                  </tr>
                ))}
            </OfficeTable>
          </div>
        </>
      )}
    </section>
  )
}
