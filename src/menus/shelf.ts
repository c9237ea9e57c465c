/** A list of the catalogue and its loading state. */
export interface Shelf<Item> {
  items: readonly Item[]
  state: 'loading' | 'ready' | 'failed'
}
