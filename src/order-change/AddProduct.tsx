import type { MouseEvent } from 'react'
import { priceOf } from '#contract/offer'
import { formatAmount, toCents } from '#contract/money'
import { longestQuery, type SuggestedProduct } from '#contract/suggestions'
import { offeredProducts } from '#machines/order-change/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import styles from './OrderChange.module.css'

/** A search for products, each of which can be added to the draft. */
export function AddProduct() {
  const text = useActor('orderChange', ({ context }) => context.text)
  const offered = useActor('orderChange', ({ context }) => offeredProducts(context))
  const search = useActor('orderChange', ({ value }) => (typeof value === 'object' ? value.editing.search : 'closed'))
  const send = useSend('orderChange')
  const count = offered.length
  const isFound = search === 'found'
  return (
    <div className={styles.add} data-add="">
      <Field
        label="Add a product"
        name="add-product"
        type="search"
        autoComplete="off"
        maxLength={longestQuery}
        value={text}
        onChange={typed => send({ type: 'change.search', text: typed })}
      />
      <Announcer text={!isFound || count === 0 ? '' : count === 1 ? '1 product found' : `${count} products found`} />
      <p role="status" className={styles.said}>
        {search === 'failed'
          ? 'We couldn’t search for products. Check your connection, then type again.'
          : isFound && count === 0 && 'No product in stock is called that.'}
      </p>
      {count > 0 && (
        <ul className="stack">
          {offered.map(product => (
            <Offer key={product.id} product={product} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Offer({ product }: { product: SuggestedProduct }) {
  const { id, name, price, specialPrice = null } = product
  const send = useSend('orderChange')
  const add = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // the list closes with this button
    currentTarget.closest('[data-add]')?.querySelector('input')?.focus()
    send({ type: 'change.add', productId: id })
  }
  return (
    <li className={styles.offer}>
      <Button onClick={add}>{`Add ${name}`}</Button>
      <span className="num">{formatAmount(toCents(priceOf({ price, specialPrice })))}</span>
    </li>
  )
}
