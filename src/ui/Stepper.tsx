import { Icon } from './Icon.tsx'
import styles from './Stepper.module.css'

interface Props {
  /** What is counted: the name of a product. */
  name: string
  count: number
  /** The count under which minus does nothing; 0 where the last one may be taken away. */
  least?: number
  most?: number
  /** Words after the count, where there is room: 'in cart'. */
  words?: string
  onChange: (count: number) => void
}

/** How many of a product are in the cart, with one fewer and one more; native, for cards. */
export function Stepper({ name, count, least = 0, most = 999, words, onChange }: Props) {
  return (
    <div className={styles.stepper} role="group" aria-label={words ? `${name}: ${words}` : name}>
      <button
        type="button"
        aria-label={`One fewer: ${name}`}
        disabled={count <= least}
        onClick={() => onChange(count - 1)}
      >
        <Icon of="minus" size="small" />
      </button>
      <span className={styles.count}>
        {count}
        {words && <span className={styles.words}> {words}</span>}
      </span>
      <button
        type="button"
        aria-label={`One more: ${name}`}
        disabled={count >= most}
        onClick={() => onChange(count + 1)}
      >
        <Icon of="plus" size="small" />
      </button>
    </div>
  )
}
