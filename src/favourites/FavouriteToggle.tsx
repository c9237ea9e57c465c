import { use, type CSSProperties } from 'react'
import type { ListedProduct } from '#machines/catalogue/products'
import type { SavedList } from '#machines/favourites/favourite-commands'
import { isSaved } from '#machines/favourites/selectors'
import { System, useActor } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { preloadOnIntent } from '../ui/load-on-intent.tsx'
import { needFavourites, toggleFavourite } from './toggle-favourite.ts'

interface Props {
  product: Pick<ListedProduct, 'id' | 'name'>
  /** On the corner of a card's picture, as an icon only. */
  corner?: boolean
}

/** No file of its own: the first load has the name of every file, and no room for another one. */
const cornerStyle: CSSProperties = {
  position: 'absolute',
  insetBlockStart: 4,
  insetInlineEnd: 4,
  background: 'var(--card)',
}

/**
 * Saves a product, or removes it from the saved ones. The machine may not run yet: then nothing is shown as saved, and the first press
 * starts it.
 */
export function FavouriteToggle({ product: { id, name }, corner }: Props) {
  const running = use(System)!
  const isRunning = useActor('shop', ({ context }) => context.spawned.includes('favourites'))
  // one button for both, which keeps the focus when the machine starts
  const saved = useActor(
    isRunning ? 'favourites' : 'shop',
    ({ context }) => 'productIds' in context && isSaved(context as SavedList, id),
  )
  const label = `Save ${name}`
  const attributes = {
    'aria-pressed': saved,
    'data-saved': saved || undefined,
    'data-screen-only': true,
    style: { ...(corner && cornerStyle), ...(saved && { color: 'var(--red)' }) },
    onClick: () => void toggleFavourite(running, { productId: id, name }, saved),
    ...preloadOnIntent(() => needFavourites(running)),
  }
  if (corner) return <IconButton label={label} of="heart" {...attributes} />
  return (
    <Button aria-label={label} {...attributes}>
      <Icon of="heart" />
      <span>Save</span>
    </Button>
  )
}

/** The button on the corner of a card's picture. */
export const CornerToggle = ({ product }: Pick<Props, 'product'>) => <FavouriteToggle product={product} corner />
