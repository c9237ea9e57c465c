import { nullable, number, string, type, type Infer } from 'superstruct'

/** A change, as it is kept for good. */
export const officeChange = type({
  changeId: number(),
  at: string(),
  staffName: string(),
  orderNumber: nullable(string()),
  what: string(),
  before: nullable(string()),
  after: nullable(string()),
})
export type OfficeChange = Infer<typeof officeChange>

/** Changes of a page of the list: a page with fewer is the last one. */
export const changesPageSize = 100
