/** A URL within the storefront, as React Router describes it. Plain data. */
export interface Location {
  pathname: string
  search: string
  hash: string
  state: unknown
  key: string
}

/** How a location was reached: by a new history entry, by replacing the current one, or by going back or forward. */
export type Move = 'PUSH' | 'REPLACE' | 'POP'
