import type { FieldErrors } from '../parts/field-errors.ts'
import type { OrderProblemContext, OrderProblemSnapshot } from './order-problem.ts'
import { problemErrors } from './problem-form.ts'

/** The errors that the form shows, by field: none before it was to be sent. */
export const shownErrors = ({ context: { form, refusal, isSubmitted } }: OrderProblemSnapshot): FieldErrors =>
  isSubmitted ? problemErrors(form, refusal) : {}

/** How many of a product the report is about; 0 if it is not about it. */
export const reportedCount = ({ form }: Pick<OrderProblemContext, 'form'>, productId: number): number =>
  Number(form.lines.find(line => line.productId === productId)?.quantity ?? 0)

/** The message of a refusal that is about no field; null if there is none. */
export const plainRefusal = ({ context: { refusal }, value }: OrderProblemSnapshot): string | null =>
  value === 'editing' && refusal !== null && refusal.field === undefined ? refusal.message : null
