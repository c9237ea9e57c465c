import type { CartSnapshot } from '#machines/cart/cart'

/**
 * What the bar says about the connection; '' while there is nothing to say.
 *
 * @param wasOffline - the connection was lost, and the changes of that time are not confirmed yet
 */
export function connectionText(isOnline: boolean, wasOffline: boolean, cart: CartSnapshot | undefined): string {
  const count = cart?.context.pendingCommands.filter(({ kind }) => kind !== 'read').length ?? 0
  if (isOnline) return wasOffline && count > 0 ? 'You’re online again. Your changes to the cart are being sent.' : ''
  const waiting =
    count === 0
      ? 'You can change your cart: changes are sent when the connection is back.'
      : `${count} ${count === 1 ? 'change' : 'changes'} to your cart will be sent when the connection is back.`
  return `You’re offline. ${waiting} Orders can’t be placed until then.`
}
