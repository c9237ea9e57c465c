import { array, max, min, integer, size, string, type, type Infer } from 'superstruct'
import { largestQuantity } from './cart.ts'
import { nothing, one, remove, write } from './route.ts'
import { listLine } from './shopping-lists.ts'

/** The path of a shared list. The key follows it in the fragment, which browsers do not send. */
export const sharedListPath = '/main/shared-list'

/** Before the key in the fragment. */
export const keyFragment = '#key='

/** The key of a shared list: anyone with the key can read and change the list. */
export const listKey = size(string(), 1, 100)

/** A new link to a list. Only this answer has its key. */
export const listLink = type({ key: string() })

/** The body of POST /shared-list. */
export const sharedListQuestion = type({ key: listKey })
export type SharedListQuestion = Infer<typeof sharedListQuestion>

/** A quantity; 0 removes the product. */
export const sharedQuantity = max(min(integer(), 0), largestQuantity)

/** The body of PUT /shared-list/lines/{productId}. */
export const sharedLineChange = type({ key: listKey, quantity: sharedQuantity })
export type SharedLineChange = Infer<typeof sharedLineChange>

/** A list as everyone sees it who has the link: without its owner. */
export const sharedList = type({ name: string(), lines: array(listLine) })
export type SharedList = Infer<typeof sharedList>

/**
 * The API calls of shared lists. The key is in the body, so that it is in no log. They are not in the specification: a gateway without
 * them answers 404.
 */
export const sharedListRoutes = {
  shareList: write('POST', '/lists/{listId}/link', type({}), one(listLink)),
  stopSharingList: remove('/lists/{listId}/link', nothing),
  sharedList: write('POST', '/shared-list', sharedListQuestion, one(sharedList), 'read'),
  setSharedLine: write('PUT', '/shared-list/lines/{productId}', sharedLineChange, one(sharedList)),
} as const
