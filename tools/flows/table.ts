import type { MachineDescription } from './describe.ts'
import { nameIn } from './labels.ts'

/** Escapes text for a Markdown table cell. */
export const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
export const code = (text: string) => (text === '' ? '' : `\`${text}\``)
export const codes = (list: readonly string[]) => list.map(code).join(', ')

export const tableOf = (head: string[], rows: string[][]) => [
  `| ${head.join(' | ')} |`,
  `|${' --- |'.repeat(head.length)}`,
  ...rows.map(row => `| ${row.map(cell).join(' | ')} |`),
]

/** A table without the columns that are empty in every row. */
export function withoutEmptyColumns(head: string[], rows: string[][]): string[] {
  const kept = head.map((_, column) => rows.some(row => row[column] !== ''))
  const keep = (row: string[]) => row.filter((_, column) => kept[column])
  return tableOf(keep(head), rows.map(keep))
}

/** A state's path within its machine. */
export const pathIn = (id: string, machine: MachineDescription) => nameIn(id, machine.id) || machine.id
/** A link to the page of a machine. */
export const link = (id: string) => `[${id}](${id}.md)`
