import { digitsOf } from '#contract/money'
import { quantityOf, subtotalOf, type CartLine } from '#contract/cart'
import { Dropdown } from '../ui/Dropdown.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CartSheet, sheetIntent } from './sheet-intent.ts'
import styles from './CartMenu.module.css'

interface Props {
  /** The lines in the cart; null while they are unknown. */
  lines: readonly CartLine[] | null
  /** The gateway has not confirmed them yet. */
  busy?: boolean
  open: boolean
  onToggle: () => void
  onClose: () => void
}

/** The header's line about the cart, as section 2 writes it: '4 item(s) - $ 43.00', '0 item(s) - $ 0'; '' while it is unknown. */
export function cartText(lines: readonly CartLine[] | null): string {
  if (!lines) return ''
  const cents = subtotalOf(lines)
  return `${quantityOf(lines)} item(s) - $ ${cents === 0 ? '0' : digitsOf(cents)}`
}

/** The cart's dropdown: lines, subtotal, and links to cart and checkout. */
export function CartMenu({ lines, busy, open, onToggle, onClose }: Props) {
  const quantity = quantityOf(lines ?? [])
  return (
    <Dropdown
      id="cart-menu"
      label="Shopping Cart"
      variant="edged"
      intent={sheetIntent}
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
            <small>Shopping Cart</small> <b aria-busy={busy || undefined}>{cartText(lines)}</b>
          </span>
        </>
      }
    >
      <CartSheet onClose={onClose} />
    </Dropdown>
  )
}
