import type { MouseEvent } from 'react'
import type { CartLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import type { CartEvent } from '#machines/cart/cart-setup'
import { OrderLines } from '../orders/OrderLines.tsx'
import { Button } from '../ui/Button.tsx'
import { focusStep } from './Changes.tsx'
import { lineChanges, linePlace, type CartNews } from './conflicts.ts'
import styles from './ReviewLines.module.css'

interface Props {
  lines: readonly CartLine[]
  said: readonly Conflict[]
  changing: CartNews['changing']
  sendCart: (event: CartEvent) => void
}

/**
 * What is ordered, with what changed in place. Where the summary stands beside the review the lines are not repeated, but
 * for those that changed.
 */
export function ReviewLines({ lines, said, changing, sendCart }: Props) {
  const changes = lineChanges(said)
  const actsFor = (productId: number) => {
    const line = lines.find(one => one.productId === productId)
    const conflict = said.find(one => one.about === 'stock' && one.productId === productId)
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
  /** How many can be had. */
  left: number
  isChanging: boolean
  sendCart: Props['sendCart']
}

/** What can be done where there is less of a product: order what is left, or none of it. */
function StockAct({ line: { id, productName }, left, isChanging, sendCart }: StockProps) {
  const orderWhatIsLeft = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('li')?.focus() // the button goes, the line stays
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
      Order {left}
    </Button>
  ) : (
    <Button size="small" aria-label={`Remove ${productName}`} pending={isChanging && 'Removing…'} onClick={remove}>
      Remove
    </Button>
  )
}
