import type { ChosenProduct } from '#machines/shopping-lists/shopping-lists-setup'
import type { Running } from '../system/actors.tsx'

const page = { pathname: '/main/lists', search: '' }

/** Loads the code of shopping lists. @throws the browser's error if it can't be loaded */
export const loadLists = async ({ prefetch }: Running): Promise<void> => prefetch?.(page, false)

/**
 * Opens the choice of lists for a product, or closes it. The lists are read again each time. If the machine can't be started, a message
 * says so.
 */
export async function chooseLists({ shop, prefetch }: Running, product: ChosenProduct | null): Promise<void> {
  const send = (event: object & { type: string }) => shop.getSnapshot().children.shoppingLists?.send(event as never)
  if (product === null) return void send({ type: 'lists.close' })
  try {
    await prefetch?.(page, true)
    send({ type: 'lists.choose', ...product })
  } catch {
    const text = 'Your lists can’t be opened. Check your connection and try again.'
    shop.send({ type: 'toast.raised', toast: { kind: 'error', text } })
  }
}
