import type { ComponentType } from 'react'
import type { ListedProduct } from '#machines/catalogue/products'

/** The button of a card that saves its product. */
export type CardToggle = ComponentType<{ product: Pick<ListedProduct, 'id' | 'name'> }>

/** Its code is not in the first load: `Toggle` is set once it is loaded, before the favourites machine starts. */
export const cardToggle: { Toggle?: CardToggle } = {}
