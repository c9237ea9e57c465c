import { largestQuantity } from '#contract/cart'
import { Icon } from './Icon.tsx'
import styles from './Stepper.module.css'

interface Props {
  /** Name of the product. */
  name: string
  count: number
  /** Text after the count if there is room: 'in cart'. */
  words?: string
  /** The smallest count; default 0. */
  least?: number
  onChange: (count: number) => void
}

/** A count with buttons for one fewer and one more. Native, so that cards of the first load can use it. */
export function Stepper({ name, count, words, least = 0, onChange }: Props) {
  return (
    <div className={styles.stepper} role="group" aria-label={words ? `${name}: ${words}` : name}>
      <button
        type="button"
        aria-label={`Decrease quantity of ${name}`}
        disabled={count <= least}
        onClick={({ currentTarget }) => {
          // the stepper of a card is removed with the last piece
          if (count === 1) currentTarget.closest('article')?.querySelector('button')?.focus()
          onChange(count - 1)
        }}
      >
        <Icon of="minus" size="small" />
      </button>
      <span className={styles.count}>{words ? `${count} ${words}` : count}</span>
      <button
        type="button"
        aria-label={`Increase quantity of ${name}`}
        disabled={count >= largestQuantity}
        onClick={() => onChange(count + 1)}
      >
        <Icon of="plus" size="small" />
      </button>
    </div>
  )
}
