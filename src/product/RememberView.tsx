import { addViewed } from '../catalogue/viewed-products.ts'
import { useActor } from '../system/actors.tsx'
import { useAfterRender } from '../ui/use-on-mount.ts'

/** The view that was stored last: a logout deletes it and renders the page again, which is no other view. */
const last = { view: '' }

/** Stores on the device that a product was viewed. Renders nothing. */
export function RememberView({ productId }: { productId: number }) {
  const view = useActor('shop', ({ context: { shown } }) => shown && `${shown.key} ${shown.pathname}`)
  useAfterRender(view, shown => {
    if (shown === null || shown === last.view) return
    last.view = shown
    addViewed(() => window.localStorage, productId)
  })
  return null
}
