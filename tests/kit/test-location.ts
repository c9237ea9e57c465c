import { inject } from 'vitest'

/**
 * Where the shop of this worker is served, without a slash at the end. Files are tested side by side, and each worker has a
 * shop and a database of its own, so that no file sees the orders of another.
 */
export const shopUrl = (): string => {
  const urls = inject('shopUrls')
  return urls[(Number(process.env.VITEST_POOL_ID) || 1) - 1] ?? urls[0]!
}
