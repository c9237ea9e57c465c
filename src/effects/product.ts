import { productRoutes } from '#contract/product'
import { stockNoticeRoutes } from '#contract/stock-notices'
import { productMachine, type NoticeRequest } from '#machines/product/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { listedProduct } from '#machines/catalogue/listed-product'
import { requireSuccess, type Client } from './client.ts'
import type { Environment } from './environment.ts'
import { liveEffect, liveLookup } from './live.ts'

/** Milliseconds for which a prefetched product is used; later its price and stock may have changed. */
const prefetchedFor = 60_000

/** Two views of a phone. */
const maxPrefetched = 8

/** Milliseconds after a read for which its product is not prefetched: a quick tap reads it before the prefetch. */
const readLately = 10_000

/** Whether less than a span has passed. A time in the future is none that passed: the clock was set back since. */
const isWithin = (span: number, since: number, now: number) => now >= since && now - since < span

/** Reads products, and can prefetch some before their pages are opened. */
export interface ProductReader {
  read: (id: number, signal: AbortSignal) => Promise<ShownProduct>
  prefetch: (id: number) => void
}

/** Keeps the prefetched products, each for one `read`. A request that fails is not kept. */
export function createProductReader({ call, now }: Pick<Environment, 'call' | 'now'>): ProductReader {
  interface Prefetched {
    at: number
    product: Promise<ShownProduct>
    abort: () => void
  }
  const kept = new Map<number, Prefetched>()
  let lastRead = { id: 0, at: 0 }
  const isRecent = (request: Prefetched | undefined): request is Prefetched =>
    request !== undefined && isWithin(prefetchedFor, request.at, now())
  const request = async (id: number, signal: AbortSignal) => {
    const { data } = await requireSuccess(call(productRoutes.product, { params: { id }, signal }))
    return { ...data, productRelated: data.productRelated.map(listedProduct) }
  }
  return {
    read(id, signal) {
      const prefetched = kept.get(id)
      kept.delete(id)
      lastRead = { id, at: now() }
      if (!isRecent(prefetched)) return request(id, signal)
      signal.addEventListener('abort', prefetched.abort)
      return prefetched.product
    },
    prefetch(id) {
      const isBeingRead = lastRead.id === id && isWithin(readLately, lastRead.at, now())
      if (isBeingRead || isRecent(kept.get(id))) return
      kept.delete(id)
      const aborting = new AbortController()
      const prefetched = { at: now(), product: request(id, aborting.signal), abort: () => aborting.abort() }
      kept.set(id, prefetched)
      // passed on by `read` if that came first
      prefetched.product.catch(() => kept.get(id) === prefetched && kept.delete(id))
      const [oldest] = kept
      if (kept.size <= maxPrefetched || oldest === undefined) return
      kept.delete(oldest[0])
      oldest[1].abort()
    },
  }
}

const readers = new WeakMap<Client, ProductReader>()

/** The reader of an environment; its machine and its links share one. Its times are spans, which a change of the clock does not change. */
export function productReaderOf(environment: Environment): ProductReader {
  const reader =
    readers.get(environment.call) ?? createProductReader({ call: environment.call, now: () => performance.now() })
  readers.set(environment.call, reader)
  return reader
}

/** The product machine with its effects. */
export const productWith = ({ read }: Pick<ProductReader, 'read'>, call: Client) =>
  productMachine.provide({
    actors: {
      readProduct: liveLookup<ShownProduct, { id: number }>(({ id }, signal) => read(id, signal)),
      askNotice: liveEffect<null, NoticeRequest>(async body => {
        await requireSuccess(call(stockNoticeRoutes.requestStockNotice, { body }))
        return null
      }),
    },
  })
