import { inject } from 'vitest'

/**
 * The origin of this worker's shop, without a slash at the end. Test files run in parallel, and each worker has its own shop
 * and database, so that no file sees the orders of another.
 */
export const shopUrl = (): string => {
  const urls = inject('shopUrls')
  return urls[(Number(process.env.VITEST_POOL_ID) || 1) - 1] ?? urls[0]!
}
