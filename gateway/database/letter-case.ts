import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether a column has this text, whatever the case of its letters. The database's `lower` depends on its locale. */
export const equalsIgnoringCase = (column: PgColumn, text: string): SQL =>
  sql`fold_case(normalize(${column}, NFC)) = fold_case(${text.normalize('NFC')})`

/** A text in the form in which the database compares it with others. */
export const foldedCase = (text: SQL | string): SQL => sql`fold_case(${text})`
