/** A list out of the catalogue, and how far the catalogue is with it. */
export interface Shelf<Item> {
  items: readonly Item[]
  state: 'loading' | 'ready' | 'failed'
}
