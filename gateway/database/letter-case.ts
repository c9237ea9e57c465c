import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether a column has this text, whatever the case of its letters. The database's `lower` depends on its locale. */
export const equalsIgnoringCase = (column: PgColumn, text: string): SQL =>
  sql`fold_case(normalize(${column}, NFC)) = fold_case(${text.normalize('NFC')})`

/** Whether a text contains another one, whatever the case and the width of their letters. */
export const containsIgnoringCase = (text: SQL | PgColumn, part: string): SQL =>
  sql`position(fold_case(${part.normalize('NFKC')}) in fold_case(normalize(${text}, NFKC))) > 0`

/** A text in the same form: a sigma has one lower case, also at the end of a word. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** A text in the form in which the database compares it with others. */
export const foldedCase = (text: SQL | string): SQL => sql`fold_case(${text})`
