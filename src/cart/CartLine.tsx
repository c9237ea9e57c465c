import type { MouseEvent } from 'react'
import { quantityMistake, unitPriceOf, type CartLine as Line } from '#contract/cart'
import { toCents } from '#contract/money'
import type { CartEvent } from '#machines/cart/cart'
import { productAddress } from '#machines/shop/location'
import { Icon } from '../ui/Icon.tsx'
import { moneyText } from '../ui/format-money.ts'
import { ProductName } from '../ui/ProductName.tsx'
import { QuantityField } from '../ui/QuantityField.tsx'
import styles from './CartLine.module.css'

interface Props {
  line: Line
  /** What the shopper has asked for; runs ahead of `line.quantity` while wishes wait. */
  expected: number
  /** What stands in the field, where that is no quantity. */
  typed: string | null
  send: (event: CartEvent) => void
}

/** One product in the cart: what it is, how many, what they cost together, and the way out. */
export function CartLine({ line, expected, typed, send }: Props) {
  const { id, productId, productName, productImage, totalPrice } = line
  const setQuantity = (value: number) =>
    send({ type: 'cart.setQuantity', lineId: id, value: Number.isNaN(value) ? '' : String(value) })
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    neighbourOf(event.currentTarget)?.focus()
    send({ type: 'cart.remove', lineId: id })
  }
  return (
    <li className={styles.line} tabIndex={-1} aria-busy={expected !== line.quantity}>
      <img className={styles.picture} src={productImage} width="104" height="104" alt="" />
      <div className={styles.name}>
        <a href={productAddress(productId)}>
          <ProductName name={productName} />
        </a>
        <p className="num">{moneyText(unitPriceOf(line))} each</p>
      </div>
      <div className={styles.tools}>
        <QuantityField
          label="Quantity"
          name={productName}
          value={typed === null ? expected : numberIn(typed)}
          error={typed === null ? null : quantityMistake(typed)}
          onChange={setQuantity}
        />
        <button type="button" className={styles.remove} aria-label={`Remove ${productName}`} onClick={remove}>
          <Icon of="trash-2" size="small" />
          Remove
        </button>
      </div>
      <p className={`num ${styles.total}`}>{moneyText(toCents(totalPrice))}</p>
    </li>
  )
}

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** What takes the focus when a line goes: the next line, or the page's heading. */
function neighbourOf(button: HTMLElement): HTMLElement | null {
  const next = button.closest('li')?.nextElementSibling
  return next instanceof HTMLElement ? next : button.ownerDocument.querySelector('h1')
}
