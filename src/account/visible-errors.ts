import type { Mistakes } from '#machines/address/address-form'
import type { MistakesByField } from '../form/field-errors.ts'

/** The mistakes that may be said, by the names of their fields: of fields that were touched, and of all once a save was tried. */
export const saidMistakes = (
  form: string,
  mistakes: Mistakes,
  touched: readonly string[],
  isTried: boolean,
): MistakesByField =>
  Object.fromEntries(
    Object.entries(mistakes)
      .filter(([field]) => isTried || touched.includes(field))
      .map(([field, mistake]) => [`${form}.${field}`, mistake]),
  )

/** Whether a page shows errors after its form was sent. */
export const hasErrors = (mistakes: MistakesByField, isTried: boolean, refusal: unknown): boolean =>
  refusal !== null || (isTried && Object.keys(mistakes).length > 0)
