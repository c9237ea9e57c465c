import { fieldError, type FieldName } from '#contract/fields'

/** Error messages of a form by field name; a field without an error is absent. */
export type FieldErrors = Readonly<Record<string, string>>

/** The errors in a form, by field; valid fields are left out. */
export type ErrorsByField = Partial<Record<FieldName, string>>

/** The errors of the given values. */
export const fieldErrors = (values: Partial<Record<FieldName, string>>): ErrorsByField =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const error = fieldError(field as FieldName, value)
      return error === null ? [] : [[field, error]]
    }),
  )

/**
 * The errors a form shows: those of touched fields, and all of them once the form was submitted.
 *
 * @param touched - names of the fields that were edited or lost focus
 * @param prefix - put before each name in the result, such as 'billing.'
 */
export const visibleErrors = (
  errors: Partial<FieldErrors>,
  touched: readonly string[],
  isSubmitted: boolean,
  prefix = '',
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      message !== undefined && (isSubmitted || touched.includes(field)) ? [[prefix + field, message]] : [],
    ),
  )

/** Whether a page shows errors after its form was submitted; its title then says so. */
export const hasErrors = (errors: FieldErrors, isSubmitted: boolean, refusal: unknown = null): boolean =>
  refusal !== null || (isSubmitted && Object.keys(errors).length > 0)
