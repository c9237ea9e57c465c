import type { SubmitEvent } from 'react'
import { isQuantity, type TypedQuantity } from '#contract/cart'
import { quantityError } from '#contract/quantity'
import { quantityText } from '#contract/weight-text'
import type { Weighed } from '#contract/weighed'
import type { InCart } from '../catalogue/in-cart.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { QuantityField } from '../ui/QuantityField.tsx'
import styles from './AddForm.module.css'

interface Props {
  quantity: TypedQuantity
  held: Pick<InCart, 'count'>
  /** What 'Add to Cart' says while the product is being added; false while it is not. */
  adding: string | false
  /** If the product is sold by weight. */
  weighed: Weighed | null
  onType: (quantity: TypedQuantity) => void
  onAdd: (quantity: number) => void
}

/** The id of the form, for the button outside it on a phone. */
export const addForm = 'add-to-cart'

/** The quantity field, 'Add to Cart', and the quantity in the cart. */
export function AddForm({ quantity, held, adding, weighed, onType, onAdd }: Props) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isQuantity(quantity)) onAdd(quantity)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form id={addForm} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.row}>
        <QuantityField label="Quantity" value={quantity} error={quantityError(quantity)} size="big" onChange={onType} />
        <Button variant="go" size="big" type="submit" pending={adding}>
          <Icon of="shopping-basket" />
          <span>Add to Cart</span>
        </Button>
      </div>
      {weighed && isQuantity(quantity) && <p className="num small muted">{quantityText(weighed, quantity)}</p>}
      <p className={styles.held} role="status">
        {held.count > 0 && (
          <>
            <b>
              <Icon of="check" size="small" />
              <span>{`${held.count} in cart`}</span>
            </b>
            <a className="textlink small" href="/main/shopping-cart">
              View Cart
            </a>
          </>
        )}
      </p>
    </form>
  )
}
