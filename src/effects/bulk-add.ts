import { bulkAddRoutes, type AddedLines } from '#contract/bulk-add'
import { cartRoutes } from '#contract/cart'
import { stockStatus } from '#contract/offer'
import { catalogueRoutes, productRoutes } from '#contract/product'
import { isTransient, refusalIn } from '#contract/refusal'
import { bulkAddMachine } from '#machines/bulk-add/bulk-add'
import type { BulkCommand } from '#machines/bulk-add/bulk-add-setup'
import { mostSimilar, type Offer } from '#machines/bulk-add/bulk-lines'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { ListedProduct } from '#machines/catalogue/products'
import { requireSuccess, type Client } from './client.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { readProducts } from './products-by-id.ts'
import { unlessMissing } from './unless-missing.ts'

/** The machine that adds several products, with its effects. The key of an addition is journaled before the request is sent. */
export const bulkAddWith = ({
  call,
  storage,
  notifyTabs,
  writeJournalTail,
}: Pick<Environment, 'call' | 'storage' | 'notifyTabs' | 'writeJournalTail'>) =>
  bulkAddMachine.provide({
    actors: {
      readOffers: liveEffect(async ({ lines }, signal) => {
        const ids = lines.map(({ productId }) => productId)
        const products = (await readProducts(call, ids, signal)).map(listedProduct)
        const taken = [...ids]
        const offers: Offer[] = []
        for (const { productId, name } of lines) {
          const product = products.find(({ id }) => id === productId) ?? null
          const isInStock = product?.stockStatusId === stockStatus.inStock
          const similar = isInStock ? [] : await readSimilar(call, product, name, signal)
          const suggestion = mostSimilar(product?.name ?? name, similar, taken)
          if (suggestion) taken.push(suggestion.id)
          offers.push({ productId, product, suggestion })
        }
        return offers
      }),
      addLines: liveEffect(async (command, signal) => {
        writeJournalTail()
        try {
          const answer = await addLines(call, command)
          // the shopper may have logged out in the meantime
          if (!signal.aborted && answer.sessionId !== null) storage.storeSessionId(answer.sessionId)
          return answer
        } finally {
          notifyTabs()
        }
      }),
    },
  })

/**
 * Products that may replace one that is not in stock: those of its category, or those that a search for its name finds. None if they can't be
 * read: the products that are in stock can be added without them.
 */
async function readSimilar(
  call: Client,
  product: ListedProduct | null,
  name: string,
  signal: AbortSignal,
): Promise<ListedProduct[]> {
  try {
    const id = product?.id
    const detail = id && (await requireSuccess(call(productRoutes.product, { params: { id }, signal }))).data
    const categoryId = (detail && detail.categoryId) ?? null
    const body =
      categoryId === null
        ? { criteria: 'search' as const, brand_id: 0, category_id: 0, searchCriteria: name }
        : { criteria: 'category' as const, brand_id: 0, category_id: categoryId, searchCriteria: '' }
    return (await requireSuccess(call(catalogueRoutes.products, { body, signal }))).listData.map(listedProduct)
  } catch {
    return []
  }
}

async function addLines(call: Client, command: BulkCommand): Promise<AddedLines> {
  const { requestId, sessionId: mySessionId } = command
  const lines = command.lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const added = requireSuccess(call(bulkAddRoutes.addLines, { body: { lines, mySessionId, requestId } }))
  return unlessMissing(
    added.then(({ data }) => data),
    () => addOneByOne(call, command),
  )
}

/**
 * For an older gateway, which has no call for several products. Each line has a key of its own that follows from the command's, so that
 * the command can be sent again.
 *
 * @throws the refusal if the outcome of a line is unknown, or no line was added
 */
async function addOneByOne(call: Client, { requestId, sessionId, lines }: BulkCommand): Promise<AddedLines> {
  const answer: AddedLines = { sessionId, added: [], refused: [] }
  let mySessionId = sessionId
  for (const line of lines) {
    const body = { ...line, mySessionId, requestId: `${requestId}/${line.productId}` }
    try {
      const { data } = await requireSuccess(call(cartRoutes.addLine, { body }))
      mySessionId = data.sessionId
      answer.sessionId = data.sessionId
      answer.added.push(line.productId)
    } catch (error) {
      const refusal = refusalIn(error)
      if (isTransient(refusal)) throw error
      answer.refused.push({ productId: line.productId, message: refusal.message, left: 0 })
    }
  }
  return answer
}
