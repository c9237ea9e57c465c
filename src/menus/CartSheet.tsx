import { quantityOf, subtotalOf, type CartLine } from '#contract/cart'
import { toCents } from '#contract/money'
import { ButtonLink } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { moneyText } from '../ui/format-money.ts'
import { picture } from '../ui/picture.ts'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './CartSheet.module.css'

interface Props {
  /** Null while they are unknown. */
  lines: readonly CartLine[] | null
  onClose: () => void
  onRemove: (line: CartLine) => void
}

/** The content of the cart's dropdown: lines, subtotal, and links to cart and checkout. */
export function CartSheet({ lines, onClose, onRemove }: Props) {
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <h2>Shopping Cart</h2>
        {lines && <span>{quantityOf(lines)} item(s)</span>}
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
          <p>You have no items in your shopping cart.</p>
          <ButtonLink href="/main/product-list/0" onClick={onClose}>
            Continue Shopping
          </ButtonLink>
        </div>
      ) : (
        <>
          <ul className={styles.lines}>
            {lines.map(line => (
              <Line key={line.id} line={line} onFollow={onClose} onRemove={() => onRemove(line)} />
            ))}
          </ul>
          <footer className={styles.foot}>
            <dl>
              <dt>Total</dt>
              <dd className="num">{moneyText(subtotalOf(lines))}</dd>
            </dl>
            <div className={styles.ways}>
              <ButtonLink href="/cart" onClick={onClose}>
                View Cart
              </ButtonLink>
              <ButtonLink look="go" href="/check-out" onClick={onClose}>
                Checkout
              </ButtonLink>
            </div>
          </footer>
        </>
      )}
    </div>
  )
}

function Line({ line, onFollow, onRemove }: { line: CartLine; onFollow: () => void; onRemove: () => void }) {
  return (
    <li>
      <img {...picture(line.productImage, [160], '60px')} width="60" height="60" alt="" loading="lazy" />
      <div>
        <a href={`/main/product-detail/${line.productId}`} onClick={onFollow}>
          <ProductName name={line.productName} />
        </a>
        <small>x {line.quantity}</small>
      </div>
      <div className={`num ${styles.end}`}>
        {moneyText(toCents(line.totalPrice))}
        <IconButton label={`Remove ${line.productName}`} of="trash-2" size="small" onClick={onRemove} />
      </div>
    </li>
  )
}
