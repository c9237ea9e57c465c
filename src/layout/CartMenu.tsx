import { quantityOf, subtotalOf, type CartLine } from '#contract/cart'
import { toCents } from '#contract/money'
import { ButtonLink } from '../ui/Button.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { moneyText } from '../ui/moneyText.ts'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './CartMenu.module.css'

interface Props {
  /** What the shopper has in the cart. */
  lines: readonly CartLine[]
  open: boolean
  onToggle: () => void
  onClose: () => void
  onRemove: (line: CartLine) => void
}

/** The header's line about the cart, as section 2 writes it: '4 item(s) - $ 43.00', '0 item(s) - $ 0'. */
export function cartText(lines: readonly CartLine[]): string {
  const cents = subtotalOf(lines)
  return `${quantityOf(lines)} item(s) - $ ${cents === 0 ? '0' : (cents / 100).toFixed(2)}`
}

/** The cart, as a dropdown: what is in it, what it comes to, and the ways on. */
export function CartMenu({ lines, open, onToggle, onClose, onRemove }: Props) {
  const quantity = quantityOf(lines)
  return (
    <Dropdown
      id="cart-menu"
      label="Shopping Cart"
      look="edged"
      open={open}
      onToggle={onToggle}
      onClose={onClose}
      button={
        <>
          <span className={styles.sign}>
            <Icon of="shopping-basket" />
            {quantity > 0 && (
              <span className={styles.badge} aria-hidden="true">
                {quantity}
              </span>
            )}
          </span>
          <span className={styles.words}>
            <small>Shopping Cart</small> <b>{cartText(lines)}</b>
          </span>
        </>
      }
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2>Shopping Cart</h2>
          <span>{quantity} item(s)</span>
        </header>
        {lines.length === 0 ? (
          <div className={styles.none}>
            <p>You have no items in your shopping cart.</p>
            <ButtonLink to="/main/product-list/0" onClick={onClose}>
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
                <ButtonLink to="/cart" onClick={onClose}>
                  View Cart
                </ButtonLink>
                <ButtonLink look="go" to="/check-out" onClick={onClose}>
                  Checkout
                </ButtonLink>
              </div>
            </footer>
          </>
        )}
      </div>
    </Dropdown>
  )
}

function Line({ line, onFollow, onRemove }: { line: CartLine; onFollow: () => void; onRemove: () => void }) {
  return (
    <li>
      <img src={line.productImage} width="60" height="60" alt="" loading="lazy" />
      <div>
        <Link to={`/main/product-detail/${line.productId}`} onClick={onFollow}>
          <ProductName name={line.productName} />
        </Link>
        <small>x {line.quantity}</small>
      </div>
      <div className={`num ${styles.end}`}>
        {moneyText(toCents(line.totalPrice))}
        <IconButton label={`Remove ${line.productName}`} of="trash-2" size="small" onClick={onRemove} />
      </div>
    </li>
  )
}
