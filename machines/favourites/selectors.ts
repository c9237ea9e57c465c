import type { SavedList } from './favourite-commands.ts'

/** The list after the pending commands, the newest first. */
export function savedProducts({ productIds, pendingCommands }: SavedList): number[] {
  const saved = new Set(productIds)
  const added: number[] = []
  for (const command of pendingCommands) {
    if (command.kind === 'remove') saved.delete(command.productId)
    const ids = command.kind === 'save' ? [command.productId] : command.kind === 'join' ? command.productIds : []
    for (const id of ids.toReversed())
      if (!saved.has(id)) {
        saved.add(id)
        added.unshift(id)
      }
  }
  return [...new Set([...added, ...productIds])].filter(id => saved.has(id))
}

/** Whether a product is saved, after the pending commands. */
export const isSaved = (context: SavedList, productId: number): boolean => savedProducts(context).includes(productId)

/** The saved products that were not read for the page. */
export const unreadProducts = (context: SavedList & { readIds: number[] }): number[] =>
  savedProducts(context).filter(id => !context.readIds.includes(id))
