import type { SubmitEvent } from 'react'
import type { InCart } from '../catalogue/in-cart.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { QuantityField } from '../ui/QuantityField.tsx'
import styles from './AddForm.module.css'

interface Props {
  /** As typed. */
  quantity: string
  /** What is wrong with it; it can only be wrong once it was changed. */
  mistake: string | null
  held: InCart
  onType: (quantity: string) => void
  onAdd: () => void
}

/** How many, and into the cart with them; says how many are there already. */
export function AddForm({ quantity, mistake, held, onType, onAdd }: Props) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (held.adding) return
    if (mistake === null) onAdd()
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.row}>
        <QuantityField
          label="Quantity"
          value={quantity.trim() === '' ? Number.NaN : Number(quantity)}
          error={mistake}
          size="big"
          onChange={value => onType(Number.isNaN(value) ? '' : String(value))}
        />
        <Button look="go" size="big" type="submit" pending={held.adding && 'Adding...'}>
          <Icon of="shopping-basket" />
          Add to Cart
        </Button>
      </div>
      <p className={styles.held} role="status">
        {held.count > 0 && (
          <>
            <span>
              <Icon of="check" size="small" />
              {held.count} in cart
            </span>
            <a className="textlink small" href="/main/shopping-cart">
              View Cart
            </a>
          </>
        )}
      </p>
    </form>
  )
}
