import type { ListView } from '#contract/list-paths'
import type { ListedProduct } from '#machines/catalogue/products'
import { useActor, useSend } from '../system/actors.tsx'
import { cardToggle } from './card-toggle.ts'
import { additionOf, inCart } from './in-cart.ts'
import { ProductCard } from './ProductCard.tsx'

interface Props {
  product: ListedProduct
  layout?: ListView['layout']
  level?: 2 | 3
  first?: boolean
}

/** A product with its quantity in the cart. A change of the cart renders only the cards it concerns. */
export function Card(props: Props) {
  const { product } = props
  const held = useActor('cart', ({ context }) => inCart(context, product.id))
  const isSavable = useActor('shop', ({ context }) => context.spawned.includes('favourites'))
  const send = useSend('cart')
  const setQuantity = (count: number) => {
    const { lineId } = held
    if (lineId === null) return
    send(count > 0 ? { type: 'cart.setQuantity', lineId, quantity: count } : { type: 'cart.remove', lineId })
  }
  return (
    <ProductCard
      {...props}
      held={held}
      Toggle={isSavable && cardToggle.Toggle}
      onAdd={() => send(additionOf(product, 1, 'list'))}
      onCount={setQuantity}
    />
  )
}
