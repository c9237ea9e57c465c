import { array, boolean, enums, nullable, optional, size, string, type, type Infer, type Struct } from 'superstruct'
import { requestId, wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { order, type Order, type OrderStatus } from './order.ts'
import { orderKey } from './own-order.ts'
import { one, write } from './route.ts'

/** What can be wrong with an order, in the order in which it is offered. */
export const problemKinds = ['missing', 'damaged', 'wrong-product', 'other'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** The kinds in the words of a shopper. */
export const problemKindNames: Readonly<Record<ProblemKind, string>> = {
  missing: 'It is missing',
  damaged: 'It is damaged or spoiled',
  'wrong-product': 'It is the wrong product',
  other: 'Something else',
}

/** The most reports of an order. */
export const mostReports = 5

/** The largest photograph of a report, in bytes. */
export const largestPhotograph = 8_000_000

/** The largest photograph in base64, in characters. */
export const longestPhotograph = Math.ceil(largestPhotograph / 3) * 4

/** The longest answer of the store, in characters. */
export const longestAnswer = 1000

/**
 * The statuses in which a problem can be reported: the goods have left the shelves. Before, an order can be changed, cancelled or corrected by
 * phone. `on-its-way` is one of them, since goods can arrive before staff press 'Completed'. Nothing is handed over of a cancelled order.
 */
export const reportableStatuses: readonly OrderStatus[] = ['on-its-way', 'ready-for-pickup', 'completed']

/** A product with a problem, and how many of it have the problem. */
export const problemLine = type({ productId: wholeId, quantity: numeric })
export type ProblemLine = Infer<typeof problemLine>

/** A photograph in base64: JPEG, PNG or WebP, or AVIF. */
export const photograph: Struct<string, null> = size(string(), 1, longestPhotograph)

/**
 * The body of POST /order/{id}/problem. Without a key the order is one of the customer's.
 *
 * - `lines` is empty only for the kind 'other', which has a comment instead.
 * - A repeated request with the same `requestId` is answered alike, also without the photograph, or with another one: a page that was reloaded no
 *   longer has it.
 */
export const newProblemReport = type({
  requestId: optional(requestId),
  key: optional(orderKey),
  lines: size(array(problemLine), 0, 100),
  kind: enums(problemKinds),
  /** At most 1,000 characters, as that of an order. */
  comment: optional(nullable(string())),
  photograph: optional(nullable(photograph)),
})
export type NewProblemReport = Infer<typeof newProblemReport>

/** A report as the shopper sees it again. The photograph is seen by staff only. */
export interface ProblemReport {
  reportId: string
  /** ISO 8601. */
  at: string
  kind: ProblemKind
  lines: { productId: number; productName: string; quantity: number }[]
  comment: string | null
  hasPhotograph: boolean
  /** Null until the store has answered. */
  answer: { text: string; at: string } | null
}

/** A report as the office sees it. */
export const officeReport = type({
  reportId: string(),
  at: string(),
  kind: enums(problemKinds),
  lines: array(type({ productId: wholeId, productName: string(), quantity: numeric })),
  comment: nullable(string()),
  hasPhotograph: boolean(),
  answer: nullable(type({ text: string(), at: string(), staffName: string() })),
})
export type OfficeReport = Infer<typeof officeReport>

/** What was reported of an order, oldest first, and how many more reports it takes. */
export interface OrderProblems {
  left: number
  reports: ProblemReport[]
}

/** An order with its reports. Without `problems` nothing can be reported: the status does not allow it, or the gateway has no such call. */
export type ReportableOrder = Order & { problems?: OrderProblems | null }

/** Whether something can be reported of an order. */
export const isReportable = ({ problems }: ReportableOrder): boolean => (problems?.left ?? 0) > 0

/**
 * The call that reports a problem with an order, once for each `requestId`, and answers with the order. An older gateway does not have it (404).
 *
 * It is refused softly: 409 if the status of the order does not allow it, or its reports are used up; 422 with `field` 'lines', 'comment' or 'photograph' for a
 * value that the shopper can correct.
 */
export const orderProblemRoutes = {
  reportProblem: write('POST', '/order/{id}/problem', newProblemReport, one(order), 'order'),
} as const
