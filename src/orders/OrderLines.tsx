import type { OrderLine, PackedLine } from '#contract/order'
import { replacedText } from '#contract/picking-text'
import { lineCents } from '#contract/cart'
import { formatAmount } from '#contract/money'
import { multiBuySaving } from '#contract/multi-buy-text'
import { choiceText } from '#contract/substitution-text'
import { isUnweighed, lineWeightText } from './weight-text.ts'
import { productPath } from '#contract/paths'
import { Icon } from '../ui/Icon.tsx'
import { picture } from '../ui/picture.ts'
import { ProductName } from '../ui/ProductName.tsx'
import { ChangedAmount } from './ChangedAmount.tsx'
import styles from './OrderLines.module.css'
import type { Elements } from '../ui/elements.ts'

type Line = Pick<
  OrderLine,
  | 'productId'
  | 'productName'
  | 'productImage'
  | 'quantity'
  | 'totalPrice'
  | 'weighed'
  | 'weighedGrams'
  | 'multiBuy'
  | 'linePrice'
  | 'substitution'
  | 'note'
> &
  Pick<PackedLine, 'insteadOf'>

/** The changes of a line since the shopper last saw it. */
export interface LineChange {
  /** Messages for the shopper. */
  words: readonly string[]
  /** Former and current total of the line in cents; null if unchanged. */
  price: { was: number; now: number } | null
}

interface Props<L extends Line> {
  lines: readonly L[]
  /** Names link to their products. */
  linked?: boolean
  /** Changes by product id. */
  changes?: ReadonlyMap<number, LineChange>
  /** Element id of a changed line, for links to it. */
  idOf?: (productId: number) => string
  /** An action at the end of each line. */
  actOf?: ((line: L) => Elements) | undefined
  /** Actions for a changed line. */
  acts?: (productId: number) => Elements
}

/** The lines of an order with quantity and total. */
export function OrderLines<L extends Line>({ lines, linked = false, changes, idOf, actOf, acts }: Props<L>) {
  return (
    <ul className={styles.lines}>
      {lines.map(line => {
        const { productId, productName } = line
        const change = changes?.get(productId)
        const note = lineWeightText(line) ?? multiBuySaving(line)
        const choice = choiceText(line) ?? replacedText(line.insteadOf)
        const amount = formatAmount(lineCents(line))
        return (
          <li
            key={productId}
            {...(change && { 'data-changed': '' })}
            {...(change && idOf && { id: idOf(productId), tabIndex: -1 })}
          >
            <Picture {...line} />
            <span className={styles.name}>
              <span className="vh" data-in-print>
                {`${line.quantity} × `}
              </span>
              {linked ? (
                <a href={productPath(productId)}>
                  <ProductName name={productName} />
                </a>
              ) : (
                <ProductName name={productName} />
              )}
              {note && <small className={styles.note}>{note}</small>}
              {choice && <small className={styles.note}>{choice}</small>}
            </span>
            <span className={`num ${styles.total}`}>
              {change?.price ? <ChangedAmount {...change.price} /> : `${isUnweighed(line) ? 'about ' : ''}${amount}`}
            </span>
            {actOf && (
              <div className={styles.act} data-screen-only>
                {actOf(line)}
              </div>
            )}
            {change && <Change words={change.words}>{acts?.(productId)}</Change>}
          </li>
        )
      })}
    </ul>
  )
}

const Picture = ({ productImage, quantity }: Line) => (
  <span className={styles.picture}>
    <img {...picture(productImage, [160], '56px')} width="56" height="56" alt="" />
    <b aria-hidden="true">{quantity}</b>
  </span>
)

function Change({ words, children }: { words: readonly string[]; children: Elements }) {
  return (
    <div className={styles.change}>
      {words.map(text => (
        <p key={text}>
          <Icon of="circle-alert" size="small" />
          <span>{text}</span>
        </p>
      ))}
      {children}
    </div>
  )
}
