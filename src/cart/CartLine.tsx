import { memo, type MouseEvent } from 'react'
import { lineCents, unitPriceOf, type CartLine as Line, type TypedQuantity } from '#contract/cart'
import { quantityError } from '#contract/quantity'
import { quantityText } from '#contract/weight-text'
import { formatAmount, toCents } from '#contract/money'
import { multiBuyHint, multiBuySaving } from '#contract/multi-buy-text'
import type { LineChoice as Choice } from '#contract/substitution'
import type { CartEvent } from '#machines/cart/cart-setup'
import { productPath } from '#contract/paths'
import { Icon } from '../ui/Icon.tsx'
import { unitPrice } from '#machines/catalogue/unit-price'
import { picture } from '../ui/picture.ts'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import { QuantityField } from '../ui/QuantityField.tsx'
import { LineChoice } from '../substitutions/LineChoice.tsx'
import { Waiting } from '../connection/Waiting.tsx'
import styles from './CartLine.module.css'

interface Props {
  line: Line
  /** The quantity field's content; it differs from `line.quantity` while a change is pending or the quantity is invalid. */
  quantity: TypedQuantity
  isChanging: boolean
  /** Its change waits for a connection. */
  isWaiting: boolean
  /** Null if the gateway knows no choices. */
  choice: Required<Choice> | null
  send: (event: CartEvent) => void
}

/** One product in the cart: quantity, price, 'Remove', and what is wanted if it has run out. Renders again only when its props change. */
export const CartLine = memo(function CartLine({ line, quantity, isChanging, isWaiting, choice, send }: Props) {
  const { id, productId, productName, productImage, totalPrice, regularPrice, weighed } = line
  const cents = lineCents(line)
  const current = toCents(totalPrice)
  const was = Math.max(toCents(regularPrice ?? 0) * line.quantity, current)
  const saving = multiBuySaving(line)
  const hint = multiBuyHint(line, unitPriceOf(line))
  const each = line.quantity === 1 ? null : `${line.quantity} × ${formatAmount(unitPriceOf(line))}`
  const count = weighed ? quantityText(weighed, line.quantity) : each
  const perUnit = unitPrice(productName, unitPriceOf(line), weighed)
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    neighbourOf(event.currentTarget)?.focus()
    send({ type: 'cart.remove', lineId: id })
  }
  return (
    <li className={styles.line} tabIndex={-1} aria-busy={isChanging}>
      <img className={styles.picture} {...picture(productImage, [160, 320], '104px')} width="104" height="104" alt="" />
      <div className={styles.name}>
        <a href={productPath(productId)}>
          <ProductName name={productName} />
        </a>
        <p className="num">{[count, perUnit].filter(Boolean).join(' · ')}</p>
        {saving && <p className={`num ${styles.saving}`}>{saving}</p>}
      </div>
      <div className={styles.tools}>
        <QuantityField
          label="Quantity"
          name={productName}
          value={quantity}
          error={quantityError(quantity)}
          onChange={typed => send({ type: 'cart.setQuantity', lineId: id, quantity: typed })}
        />
        {hint && <p className={`num ${styles.hint}`}>{hint}</p>}
        {isWaiting && <Waiting />}
        <button type="button" className={styles.remove} aria-label={`Remove ${productName}`} onClick={remove}>
          <Icon of="trash-2" size="small" />
          Remove
        </button>
      </div>
      <div className={`num ${styles.total}`}>
        {weighed && <span className={styles.about}>about </span>}
        <Price cents={cents} was={was} />
        {was > current && <small>{`Save ${formatAmount(was - current)}`}</small>}
      </div>
      {choice && (
        <LineChoice
          id={id}
          productName={productName}
          choice={choice}
          onChoose={chosen => send({ type: 'cart.setQuantity', lineId: id, quantity: line.quantity, choice: chosen })}
        />
      )}
    </li>
  )
})

/** The element that gets the focus when a line is removed: the next line, or the page's heading. */
function neighbourOf(button: HTMLElement): HTMLElement | null {
  const next = button.closest('li')?.nextElementSibling
  return next instanceof HTMLElement ? next : button.ownerDocument.querySelector('h1')
}
