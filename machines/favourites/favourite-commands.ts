/** Where the list is kept: on the device for guests, and for customers of a gateway without favourites. */
export type KeptOn = 'device' | 'gateway'

/** A product that is saved or removed; `name` is for messages. */
export interface NamedProduct {
  productId: number
  name: string
}

/** A change that is not confirmed. `join`: the products that were saved as a guest become the customer's. */
export type FavouriteCommand =
  | ({ kind: 'save'; requestId: string } & NamedProduct)
  | ({ kind: 'remove' } & NamedProduct)
  | { kind: 'join'; requestId: string; productIds: number[] }
  | { kind: 'read' }

/** A change that is sent. */
export type FavouriteChange = Exclude<FavouriteCommand, { kind: 'read' }>

/** The list with the changes that are not confirmed. */
export interface SavedList {
  /** The confirmed list, the newest first. */
  productIds: number[]
  /** In order; the first is the one in flight, if one is. */
  pendingCommands: FavouriteCommand[]
}
