import { assign, setup } from 'xstate'
import type { Refusal } from '#contract/refusal'
import type { RowOpening, RowQuery } from '../messages/row-opening.ts'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ListedProduct } from './products.ts'

/** Products in a row of the home page, and of similar products. */
export const rowLength = 8

/** A row that was read, or could not be. */
interface Row {
  query: RowQuery
  /** Empty if there are none, or the gateway has no such list; null if they could not be read. */
  products: readonly ListedProduct[] | null
  refusal: Refusal | null
}

export interface RowsContext {
  /** The last row of each kind. */
  rows: Partial<Record<RowQuery['kind'], Row>>
  /** The rows to read, in order; the first is the one in flight. */
  queue: RowQuery[]
}

/** Whether two queries are for the same products. */
const isSameRow = (a: RowQuery, b: RowQuery): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What is known of a row: null until it was read, or could not be. */
export function rowIn({ rows }: Pick<RowsContext, 'rows'>, query: RowQuery): Row | null {
  const row = rows[query.kind]
  return row && isSameRow(row.query, query) ? row : null
}

/** The context with what became of the first row. */
const withRow = ({ rows, queue }: RowsContext, row: Omit<Row, 'query'>): RowsContext['rows'] => {
  const query = queue[0]!
  return { ...rows, [query.kind]: { query, ...row } }
}

/**
 * The rows of products below a page's own content: on special, bought before, in season, similar, recently viewed.
 *
 * - Rows are read one at a time, in the order in which they come near the view.
 * - A row that waits is replaced by a later one of its kind; one that is being read is not read twice.
 * - A row that is opened again is read again; its products stay until the answer, and if there is none.
 * - A row that could not be read does not keep the others from being read, and can be tried again.
 */
export const rowsMachine = setup({
  types: { context: {} as RowsContext, events: {} as RowOpening, tags: {} as 'busy' },
  actors: { readRow: lookup<ListedProduct[], RowQuery>('readRow') },
  guards: {
    /** Rows are queued. */
    hasQueue: ({ context }) => context.queue.length > 0,
    /** The row is neither waiting nor being read. */
    isUnqueued: ({ context }, row: RowQuery) => !context.queue.some(one => isSameRow(one, row)),
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    enqueue: assign({
      queue: ({ context }, row: RowQuery) => [
        ...context.queue.filter((one, at) => at === 0 || one.kind !== row.kind),
        row,
      ],
    }),
    dequeue: assign({ queue: ({ context }) => context.queue.slice(1) }),
    storeProducts: assign({
      rows: ({ context }, products: ListedProduct[]) => withRow(context, { products, refusal: null }),
    }),
    storeRefusal: assign({
      rows: ({ context }, refusal: Refusal) =>
        withRow(context, { products: rowIn(context, context.queue[0]!)?.products ?? null, refusal }),
    }),
  },
}).createMachine({
  id: 'rows',
  description: 'The rows of products below a page’s own content',
  context: { rows: {}, queue: [] },
  initial: 'idle',
  on: {
    'rows.open': {
      guard: { type: 'isUnqueued', params: ({ event }) => event.row },
      actions: { type: 'enqueue', params: ({ event }) => event.row },
    },
  },
  states: {
    idle: { description: 'No row is to be read', always: { guard: 'hasQueue', target: 'reading' } },
    reading: {
      description: 'The products of a row are being read',
      tags: 'busy',
      invoke: {
        id: 'readRow',
        src: 'readRow',
        input: ({ context }) => context.queue[0]!,
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'storeProducts', params: ({ event }) => answerIn(event.output) }, 'dequeue'],
          },
          {
            target: 'idle',
            actions: [{ type: 'storeRefusal', params: ({ event }) => refusalOf(event.output) }, 'dequeue'],
          },
        ],
      },
    },
  },
})
