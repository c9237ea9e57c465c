import { lineCents } from '#contract/cart'
import { formatAmount } from '#contract/money'
import { productPath } from '#contract/paths'
import { quantityText } from '#contract/weight-text'
import type { DraftLine } from '#machines/order-change/change-draft'
import { areAmountsConfirmed, shownAmounts } from '#machines/order-change/selectors'
import { LineChoice } from '../substitutions/LineChoice.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { Icon } from '../ui/Icon.tsx'
import { picture } from '../ui/picture.ts'
import { ProductName } from '../ui/ProductName.tsx'
import { Stepper } from '../ui/Stepper.tsx'
import { Problems } from './Problems.tsx'
import { useConflicts } from './use-conflicts.ts'
import styles from './ChangeLines.module.css'

/** The products of the draft. */
export function ChangeLines() {
  const lines = useActor('orderChange', ({ context }) => context.draft.lines)
  const added = useActor('orderChange', ({ context }) => context.addedName)
  return (
    <>
      <Announcer text={added === null ? '' : `${added} is added`} />
      <ul className={styles.lines}>
        {lines.map(line => (
          <Line key={line.productId} line={line} />
        ))}
      </ul>
    </>
  )
}

const placeOf = (productId: number) => `change-line-${productId}`

/** The button that lowers a quantity to 0 is disabled then, and would lose the focus. */
const focusIncrease = (productId: number) =>
  document.querySelector<HTMLElement>(`#${placeOf(productId)} [role="group"] button:last-child`)?.focus()

function Line({ line }: { line: DraftLine }) {
  const { productId, productName, productImage, quantity, substitution, note } = line
  const problems = useConflicts('line', productId)
  const send = useSend('orderChange')
  const setQuantity = (count: number) => {
    if (count === 0) focusIncrease(productId)
    send({ type: 'change.setQuantity', productId, quantity: count })
  }
  return (
    <li id={placeOf(productId)} className={styles.line} data-removed={quantity === 0 || undefined}>
      <img className={styles.picture} {...picture(productImage, [160], '72px')} width="72" height="72" alt="" />
      <div className={styles.name}>
        <a href={productPath(productId)}>
          <ProductName name={productName} />
        </a>
        <LineWeight productId={productId} quantity={quantity} />
      </div>
      <LineAmount productId={productId} isRemoved={quantity === 0} />
      <div className={styles.tools}>
        <Stepper name={productName} count={quantity} onChange={setQuantity} />
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove ${productName}`}
          aria-disabled={quantity === 0 || undefined}
          onClick={() => send({ type: 'change.setQuantity', productId, quantity: 0 })}
        >
          <Icon of="trash-2" size="small" />
          <span>Remove</span>
        </button>
      </div>
      {quantity > 0 && (
        <LineChoice
          id={String(productId)}
          productName={productName}
          choice={{ substitution, note }}
          onChoose={({ substitution: chosen, note: typed }) =>
            send({
              type: 'change.setChoice',
              productId,
              ...(chosen !== undefined && { substitution: chosen }),
              ...(typed !== undefined && { note: typed ?? '' }),
            })
          }
        />
      )}
      <div className={styles.problems}>
        <Problems texts={problems} />
      </div>
    </li>
  )
}

/** The line of the order, with the amounts that were confirmed last; undefined for one that was added since. */
const useOrderedLine = (productId: number) =>
  useActor('orderChange', ({ context }) =>
    [...shownAmounts(context).lines, ...context.order!.lines].find(line => line.productId === productId),
  )

function LineWeight({ productId, quantity }: { productId: number; quantity: number }) {
  const weighed = useOrderedLine(productId)?.weighed
  return weighed && quantity > 0 && <p className="num small muted">{quantityText(weighed, quantity)}</p>
}

function LineAmount({ productId, isRemoved }: { productId: number; isRemoved: boolean }) {
  const isConfirmed = useActor('orderChange', areAmountsConfirmed)
  const line = useActor('orderChange', ({ context }) =>
    shownAmounts(context).lines.find(one => one.productId === productId),
  )
  if (isRemoved) return <p className={styles.amount}>Removed</p>
  return (
    <p className={`num ${styles.amount}`} aria-busy={!isConfirmed || undefined}>
      {line ? `${line.weighed ? 'about ' : ''}${formatAmount(lineCents(line))}` : '…'}
    </p>
  )
}
