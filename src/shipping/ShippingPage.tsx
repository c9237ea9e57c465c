import type { Elements } from '../ui/elements.ts'
import type { DeliveryTerms, FeeBand, MethodTerms } from '#machines/shipping/delivery-terms'
import { formatFee } from '#contract/fee-text'
import { formatAmount } from '#contract/money'
import { ContactWays } from '../information/ContactWays.tsx'
import { InformationPage, Passage } from '../information/InformationPage.tsx'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ShippingPage.module.css'

interface Props {
  /** Null while they are read, and if they could not be read. */
  terms: DeliveryTerms | null
  /** Reads the terms again; null unless that has failed. */
  onRetry: (() => void) | null
  /** What delivery to the chosen place costs. */
  place?: Elements
}

/** Delivery and pick-up: what the gateway says about fees, the minimum order and suburbs, and what the store says itself. */
export function ShippingPage({ terms, onRetry, place }: Props) {
  return (
    <InformationPage path="/main/delivery-info" lead="Delivery areas, fees and times.">
      <Passage heading="Delivery or pick-up">
        <p>{`We deliver to your door, or you can collect your order from the shop at ${store.streetAddress}, ${store.openingHours}. Choose at checkout. For pick-up we don’t need a delivery address.`}</p>
      </Passage>
      {place}
      {terms ? <Terms terms={terms} /> : onRetry ? <Failure onRetry={onRetry} /> : <Waiting />}
      {store.deliveryTimes !== '' && (
        <Passage heading="When it arrives">
          <p>{store.deliveryTimes}</p>
        </Passage>
      )}
      <Passage heading="At your door">
        <ul>
          <li>We pack chilled and frozen goods last, separate from the rest. Please be home to receive them.</li>
          <li>Gate code or dog? Tell us in the order comment.</li>
          <li>
            If an item runs out while we’re packing, we do what you chose at checkout, or call you. You don’t pay for
            what you don’t get.
          </li>
        </ul>
      </Passage>
      <Passage heading="Something missing or broken?">
        <p>
          <ContactWays />
          <span>, with your order number, and we’ll sort it out.</span>
        </p>
      </Passage>
    </InformationPage>
  )
}

function Terms({ terms: { minimum, methods, bands } }: { terms: DeliveryTerms }) {
  return (
    <>
      {(methods.length > 0 || minimum > 0) && (
        <Passage heading="What it costs">
          {methods.length > 0 && (
            <dl className={styles.methods}>
              {methods.map(method => (
                <Method key={method.id} method={method} />
              ))}
            </dl>
          )}
          {minimum > 0 && <p>{`The minimum order is ${formatAmount(minimum)}, before delivery and discounts.`}</p>}
        </Passage>
      )}
      {bands.length > 0 && (
        <Passage heading="Where we deliver">
          <p>{`We deliver to ${suburbsText(bands)}. Not in the list? You can collect your order from the shop.`}</p>
          {bands.map(({ fee, suburbs }) => (
            <section key={fee} className={styles.band}>
              {fee !== null && <h3>{`${formatFee(fee)} delivery`}</h3>}
              <ul className={styles.suburbs}>
                {suburbs.map(({ name, postCode }) => (
                  <li key={`${name} ${postCode}`}>{`${name} ${postCode}`.trim()}</li>
                ))}
              </ul>
            </section>
          ))}
        </Passage>
      )}
    </>
  )
}

function Method({ method: { name, description, fee } }: { method: MethodTerms }) {
  return (
    <div>
      <dt>
        <span>{name}</span>
        <span className="num">{feeText(fee)}</span>
      </dt>
      <dd>{description}</dd>
    </div>
  )
}

function feeText(fee: MethodTerms['fee']): string {
  if (fee === null) return 'Shown at checkout'
  return fee.from === fee.to ? formatFee(fee.from) : `${formatFee(fee.from)} to ${formatFee(fee.to)}`
}

function suburbsText(bands: readonly FeeBand[]): string {
  const count = bands.reduce((sum, { suburbs }) => sum + suburbs.length, 0)
  return count === 1 ? 'one suburb' : `these ${count} suburbs`
}

const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
    <b>We couldn’t load the delivery fees and suburbs.</b>
  </Notice>
)

const Waiting = () => (
  <div className={`stack ${styles.waiting}`} aria-busy="true">
    <p className="vh" role="status">
      Loading the delivery fees and suburbs
    </p>
    {[1, 2, 3].map(line => (
      <Skeleton key={line} />
    ))}
  </div>
)
