import type { OrderLine } from '#contract/order'
import { toCents } from '#contract/money'
import { productAddress } from '#machines/location'
import { moneyText } from '../ui/moneyText.ts'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './OrderLines.module.css'

type Line = Pick<OrderLine, 'productId' | 'productName' | 'productImage' | 'quantity' | 'totalPrice'>

interface Props {
  lines: readonly Line[]
  /** Names lead to their products. */
  linked?: boolean
}

/** What is ordered: how many of what, and what each line comes to. */
export function OrderLines({ lines, linked = false }: Props) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ productId, productName, productImage, quantity, totalPrice }) => (
        <li key={productId}>
          <span className={styles.picture}>
            <img src={productImage} width="56" height="56" alt="" />
            <b aria-hidden="true">{quantity}</b>
          </span>
          <span className={styles.name}>
            <span className="vh">{quantity} × </span>
            {linked ? (
              <a href={productAddress(productId)}>
                <ProductName name={productName} />
              </a>
            ) : (
              <ProductName name={productName} />
            )}
          </span>
          <span className={`num ${styles.total}`}>{moneyText(toCents(totalPrice))}</span>
        </li>
      ))}
    </ul>
  )
}
