import type { Category } from '#contract/product'

/** The aisle that is shown, or that holds the shelf that is shown, and its shelves; empty if it has none. */
export function shelvesAt(current: number | null, categories: readonly Category[]): { id: number; title: string }[] {
  const aisle = categories.find(({ id, children }) => id === current || children.some(child => child.id === current))
  return aisle && aisle.children.length > 0 ? [aisle, ...aisle.children] : []
}
