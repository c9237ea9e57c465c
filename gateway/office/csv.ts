import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/**
 * How a cell begins that a spreadsheet runs as a formula, behind any apostrophes: a character that begins one, also in its full width, or one that
 * the spreadsheet drops before it looks.
 */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/** A cell that no spreadsheet runs: text, by the apostrophe before it. `plainCell` reads it back without loss. */
export const safeCell = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** A cell without the apostrophe of `safeCell`. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

/** Lines of CSV (RFC 4180). */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map(row => row.map(safeCell)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )

/** Spreadsheets read a file as UTF-8 by this mark. */
export const byteOrderMark = '\uFEFF'

/** The cells of one row, and the line of the file where it begins, from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** What is in a file, and the lines that can't be read. */
export interface CsvFile {
  rows: CsvRow[]
  unreadable: { line: number; reason: string }[]
}

/** Unreadable lines after which the remaining file is not read: each is a new beginning. */
const mostUnreadable = 20

/**
 * Reads CSV: with or without a byte order mark, with commas or, if its first line has more of them, semicolons, with any line ends, and with cells
 * that hold line ends, which are read as \n. Rows without any text are left out.
 */
export function readCsv(content: string): CsvFile {
  const lines = content.replace(byteOrderMark, '').replaceAll(/\r\n?/g, '\n').split('\n')
  const delimiter = lines[0]!.split(';').length > lines[0]!.split(',').length ? ';' : ','
  const file: CsvFile = { rows: [], unreadable: [] }
  let begin = 0
  while (begin < lines.length && file.unreadable.length < mostUnreadable) {
    /** Lines of complete rows. */
    let read = 0
    try {
      parse(lines.slice(begin).join('\n'), {
        delimiter,
        relax_column_count: true,
        record_delimiter: '\n',
        onRecord(cells: string[], { lines: end }) {
          if (cells.some(cell => cell.trim() !== ''))
            file.rows.push({ line: begin + read + 1, cells: cells.map(plainCell) })
          read = end
          return null
        },
      })
      return file
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      // the line is left out, and the next one begins a row
      begin += read + 1
      file.unreadable.push({ line: begin, reason: quotesReason })
    }
  }
  return file
}

const quotesReason =
  'The quotation marks do not match. A cell that has one is enclosed in quotation marks, and each inside is written twice.'
