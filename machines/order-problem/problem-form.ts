import {
  largestPhotograph,
  type NewProblemReport,
  type ProblemKind,
  type ProblemLine,
  type ReportableOrder,
} from '#contract/order-problem'
import type { Refusal } from '#contract/refusal'
import { isBlank } from '#contract/visible-text'
import type { FieldErrors } from '../parts/field-errors.ts'

/** A report as it is entered. */
export interface ProblemForm {
  /** The products that it is about, and how many of each. */
  lines: readonly ProblemLine[]
  /** Null until one is chosen. */
  kind: ProblemKind | null
  comment: string
  /** The handle of the photograph in the vault; null without one. */
  photograph: string | null
}

export const emptyForm: ProblemForm = { lines: [], kind: null, comment: '', photograph: null }

/** What can be chosen of an order: each product, and how many of it were packed. */
export function reportableLines({ lines }: Pick<ReportableOrder, 'lines'>) {
  const products = new Map<number, { productId: number; productName: string; quantity: number }>()
  for (const { productId, productName, quantity } of lines)
    products.set(productId, { productId, productName, quantity: quantity + (products.get(productId)?.quantity ?? 0) })
  return [...products.values()]
}

/** The lines with another quantity of a product; 0 leaves it out, and what the order does not have is ignored. */
export function linesAfter(
  order: Pick<ReportableOrder, 'lines'>,
  lines: readonly ProblemLine[],
  { productId, quantity }: ProblemLine,
): readonly ProblemLine[] {
  const others = lines.filter(line => line.productId !== productId)
  const most = reportableLines(order).find(line => line.productId === productId)?.quantity ?? 0
  const isPossible = Number.isInteger(quantity) && quantity >= 1 && quantity <= most
  return isPossible ? [...others, { productId, quantity }] : others
}

/** The errors of a report by field: what the shopper has left out, else what the gateway has refused. */
export function problemErrors({ lines, kind, comment }: ProblemForm, refusal: Refusal | null): FieldErrors {
  const errors = {
    ...(lines.length === 0 && kind !== 'other' && { lines: 'Please choose what it is about' }),
    ...(kind === null && { kind: 'Please choose what is wrong' }),
    ...(kind === 'other' && isBlank(comment) && { comment: 'Please tell us what is wrong' }),
  }
  if (Object.keys(errors).length > 0 || refusal?.field === undefined) return errors
  return { [refusal.field]: refusal.message }
}

/** Whether a photograph is small enough to be sent. @param bytes - of its file */
export const isSendable = (bytes: number): boolean => bytes > 0 && bytes <= largestPhotograph

/** What is sent of a complete report, without its photograph. */
export const reportOf = ({
  lines,
  kind,
  comment,
}: ProblemForm): Pick<NewProblemReport, 'lines' | 'kind' | 'comment'> => ({
  lines: [...lines],
  kind: kind!,
  comment: comment.trim() || null,
})
