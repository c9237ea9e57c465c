/** The time-out of a kind of call, in milliseconds, and how often its caller retries it. */
export const waits = {
  /** Section 7: menu, banners, countries, regions, suburbs, products, brands. The machines time and retry these. */
  lookup: { timeout: 5_000, retries: 2, pause: 500 },
  /** Every other read: the client retries it once. */
  read: { timeout: 10_000, retries: 1, pause: 500 },
  /** Changes are sent once; only a machine that holds their key sends them again. */
  write: { timeout: 15_000, retries: 0, pause: 0 },
  /** Placing an order, paying, and a file of goods in the office. */
  order: { timeout: 30_000, retries: 0, pause: 0 },
} as const

/** The longest `Retry-After` after which a call is retried, in milliseconds. */
export const longestPause = 5_000
