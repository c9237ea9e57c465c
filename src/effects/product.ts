import { productRoutes } from '#contract/product'
import { productMachine } from '#machines/product/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { listedProducts } from '../catalogue/listed-product.ts'
import { requireSuccess, type Client } from './client.ts'
import type { Environment } from './environment.ts'
import { liveLookup } from './live.ts'

/** Milliseconds that a product requested before its page is used for: its price and stock may have changed since. */
const prefetchedFor = 10_000

/** Reads products, and can request one before its page is opened. */
export interface ProductReader {
  read: (id: number, signal: AbortSignal) => Promise<ShownProduct>
  prefetch: (id: number) => void
}

/** Keeps the product that was requested last, for one `read`. */
export function createProductReader({ call, now }: Pick<Environment, 'call' | 'now'>): ProductReader {
  interface Prefetched {
    id: number
    at: number
    product: Promise<ShownProduct>
    abort: () => void
  }
  let kept: Prefetched | null = null
  let lastRead = { id: 0, at: 0 }
  const isRecent = (request: { id: number; at: number } | null, id: number) =>
    request?.id === id && now() - request.at < prefetchedFor
  const request = async (id: number, signal: AbortSignal) => {
    const { data } = await requireSuccess(call(productRoutes.product, { params: { id }, signal }))
    return { ...data, productRelated: listedProducts(data.productRelated) }
  }
  return {
    read(id, signal) {
      const prefetched = isRecent(kept, id) ? kept : null
      kept = null
      lastRead = { id, at: now() }
      if (prefetched === null) return request(id, signal)
      signal.addEventListener('abort', prefetched.abort)
      return prefetched.product
    },
    prefetch(id) {
      // a quick click reads the product before the code of the page, which this waits for, is there
      if (isRecent(kept, id) || isRecent(lastRead, id)) return
      kept?.abort()
      const aborting = new AbortController()
      const product = request(id, aborting.signal)
      // `read` passes the error on; without a reader it is not an unhandled rejection
      product.catch(() => {})
      kept = { id, at: now(), product, abort: () => aborting.abort() }
    },
  }
}

const readers = new WeakMap<Client, ProductReader>()

/** The reader of an environment; its machine and its links share one. */
export function productReaderOf(environment: Environment): ProductReader {
  const reader = readers.get(environment.call) ?? createProductReader(environment)
  readers.set(environment.call, reader)
  return reader
}

/** The product machine with its effects. */
export const productWith = ({ read }: Pick<ProductReader, 'read'>) =>
  productMachine.provide({
    actors: { readProduct: liveLookup<ShownProduct, { id: number }>(({ id }, signal) => read(id, signal)) },
  })
