import { use } from 'react'
import type { ListedProduct } from '#machines/catalogue/products'
import type { ShoppingListsSnapshot } from '#machines/shopping-lists/shopping-lists'
import { System, useActor } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { preloadOnIntent } from '../ui/load-on-intent.tsx'
import { chooseLists, loadLists } from './choose-lists.ts'
import { listPicker } from './list-picker.ts'

interface Props {
  product: Pick<ListedProduct, 'id' | 'name'>
  /** For the lists that the product is put on. */
  quantity?: number
}

/** Once the choice is removed, the focus goes back to the button that opened it. */
const giveFocusBack = (part: HTMLElement | null) => () => {
  if (part?.contains(document.activeElement))
    part.parentElement?.querySelector<HTMLElement>('[data-opens-lists]')?.focus()
}

/** Opens the choice of lists for a product, below the buttons that it is among. The machine may not run yet: the first press starts it. */
export function ListToggle({ product: { id, name }, quantity = 1 }: Props) {
  const running = use(System)!
  const isOpen = useIsOpen(id)
  return (
    <Button
      aria-label={`Add to list: ${name}`}
      aria-expanded={isOpen}
      data-screen-only
      data-opens-lists=""
      onClick={() => void chooseLists(running, isOpen ? null : { productId: id, name, quantity })}
      {...preloadOnIntent(() => loadLists(running))}
    >
      <Icon of="list" />
      <span>Add to list</span>
    </Button>
  )
}

/** The choice of lists, if it is open for this product. */
export function ListChoice({ productId }: { productId: number }) {
  const { Picker } = listPicker
  return (
    useIsOpen(productId) &&
    Picker && (
      <div ref={giveFocusBack}>
        <Picker />
      </div>
    )
  )
}

function useIsOpen(productId: number): boolean {
  const isRunning = useActor('shop', ({ context }) => context.spawned.includes('shoppingLists'))
  return useActor(
    isRunning ? 'shoppingLists' : 'shop',
    ({ context }) =>
      'chosen' in context && (context as ShoppingListsSnapshot['context']).chosen?.productId === productId,
  )
}
