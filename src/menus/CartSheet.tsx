import { useId } from 'react'
import { lineCents, quantityOf, subtotalOf, unitPriceOf, type CartLine } from '#contract/cart'
import { formatAmount } from '#contract/money'
import { multiBuyHint, multiBuySaving } from '#contract/multi-buy-text'
import { weightText } from '#contract/weight-text'
import { isEstimate } from '#contract/weight-price'
import { productPath } from '#contract/paths'
import { Waiting } from '../connection/Waiting.tsx'
import { CheckoutButton } from '../ui/CheckoutButton.tsx'
import { MinimumMeter } from '../ui/MinimumMeter.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { picture } from '../ui/picture.ts'
import { ProductName } from '../ui/ProductName.tsx'
import { Stepper } from '../ui/Stepper.tsx'
import styles from './CartSheet.module.css'

interface Props {
  /** Null while they are unknown. */
  lines: readonly CartLine[] | null
  /** Cents; null unless the cart is below the minimum order. */
  minimum: { missing: number; minimum: number } | null
  /** A quantity on the cart's page is invalid. */
  isInvalid: boolean
  /** Changes wait for a connection. */
  isWaiting: boolean
  onClose: () => void
  onCount: (line: CartLine, quantity: number) => void
  onRemove: (line: CartLine) => void
}

/** The content of the cart's dropdown: lines, subtotal, and links to cart and checkout. */
export function CartSheet({ lines, minimum, isInvalid, isWaiting, onClose, onCount, onRemove }: Props) {
  const whyNot = useId()
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <h2>Shopping Cart</h2>
        {lines && <span>{`${quantityOf(lines)} item(s)`}</span>}
      </header>
      {lines === null ? (
        <div className={styles.none}>
          <p role="status">Your cart is still loading.</p>
          <ButtonLink href="/cart" onClick={onClose}>
            View Cart
          </ButtonLink>
        </div>
      ) : lines.length === 0 ? (
        <div className={styles.none}>
          {isWaiting ? <Waiting /> : <p>You have no items in your shopping cart.</p>}
          <ButtonLink href="/main/product-list/0" onClick={onClose}>
            Continue Shopping
          </ButtonLink>
        </div>
      ) : (
        <>
          <ul className={styles.lines}>
            {lines.map(line => (
              <Line
                key={line.id}
                line={line}
                onFollow={onClose}
                onCount={quantity => onCount(line, quantity)}
                onRemove={() => onRemove(line)}
              />
            ))}
          </ul>
          <footer className={styles.foot}>
            {isWaiting && <Waiting />}
            <dl>
              <dt>{isEstimate(lines) ? 'Estimated total' : 'Total'}</dt>
              <dd className="num">{formatAmount(subtotalOf(lines))}</dd>
            </dl>
            {minimum && <MinimumMeter id={whyNot} {...minimum} />}
            {isInvalid && !minimum && <p id={whyNot}>Please correct the quantity first.</p>}
            <div className={styles.ways}>
              <ButtonLink href="/cart" onClick={onClose}>
                View Cart
              </ButtonLink>
              <CheckoutButton whyNot={minimum || isInvalid ? whyNot : null} onFollow={onClose} />
            </div>
          </footer>
        </>
      )}
    </div>
  )
}

interface LineProps {
  line: CartLine
  onFollow: () => void
  onCount: (quantity: number) => void
  onRemove: () => void
}

function Line({ line, onFollow, onCount, onRemove }: LineProps) {
  const { productId, productName, productImage, quantity, weighed } = line
  const offer = multiBuySaving(line) ?? multiBuyHint(line, unitPriceOf(line))
  return (
    <li>
      <img {...picture(productImage, [160], '60px')} width="60" height="60" alt="" loading="lazy" />
      <div>
        <a href={productPath(productId)} onClick={onFollow}>
          <ProductName name={productName} />
        </a>
        <small>{weighed ? `x ${quantity}, ${weightText(weighed, quantity)}` : `x ${quantity}`}</small>
        {offer && <small>{offer}</small>}
      </div>
      <div className={`num ${styles.end}`}>{`${weighed ? 'about ' : ''}${formatAmount(lineCents(line))}`}</div>
      <div className={styles.tools}>
        <Stepper name={productName} count={quantity} least={1} onChange={onCount} />
        <IconButton label={`Remove ${productName}`} of="trash-2" size="small" onClick={onRemove} />
      </div>
    </li>
  )
}
