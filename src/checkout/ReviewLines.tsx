import type { MouseEvent } from 'react'
import type { CartLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import type { CartEvent } from '#machines/cart/cart-setup'
import { OrderLines } from '../orders/OrderLines.tsx'
import { Button } from '../ui/Button.tsx'
import { focusStep } from './Changes.tsx'
import { lineChanges, linePlace, type CartStatus } from './conflict-text.ts'
import styles from './ReviewLines.module.css'

interface Props {
  lines: readonly CartLine[]
  conflicts: readonly Conflict[]
  changing: CartStatus['changing']
  sendCart: (event: CartEvent) => void
}

/**
 * The ordered lines with their changes. Where the summary is beside the review, only lines that changed are
 * repeated.
 */
export function ReviewLines({ lines, conflicts, changing, sendCart }: Props) {
  const changes = lineChanges(conflicts)
  const actsFor = (productId: number) => {
    const line = lines.find(one => one.productId === productId)
    const conflict = conflicts.find(one => one.about === 'stock' && one.productId === productId)
    if (!line || !conflict) return null
    return <StockAct {...{ line, sendCart }} left={conflict.left ?? 0} isChanging={changing.includes(line.id)} />
  }
  return (
    <div className={styles.lines} data-changed={changes.size > 0 ? '' : undefined}>
      <OrderLines lines={lines} linked changes={changes} idOf={linePlace} acts={actsFor} />
    </div>
  )
}

interface StockProps {
  line: CartLine
  /** The quantity that is left. */
  left: number
  isChanging: boolean
  sendCart: Props['sendCart']
}

/** For a product with too little stock: order what is left, or remove it. */
function StockAct({ line: { id, productName }, left, isChanging, sendCart }: StockProps) {
  const orderWhatIsLeft = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('li')?.focus() // the button is removed, the line stays
    sendCart({ type: 'cart.setQuantity', lineId: id, quantity: left })
  }
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusStep(event.currentTarget)
    sendCart({ type: 'cart.remove', lineId: id })
  }
  return left > 0 ? (
    <Button
      size="small"
      aria-label={`Order ${left}: ${productName}`}
      pending={isChanging && 'Changing…'}
      onClick={orderWhatIsLeft}
    >
      {`Order ${left}`}
    </Button>
  ) : (
    <Button size="small" aria-label={`Remove ${productName}`} pending={isChanging && 'Removing…'} onClick={remove}>
      Remove
    </Button>
  )
}
