import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import {
  largestImport,
  longestTexts,
  type Difference,
  type ImportedProduct,
  type ImportError,
  type ImportPreview,
} from '#contract/office'
import { isBlank } from '#contract/visible-text'
import { fullName } from '../catalogue/products.ts'
import { recordChanges } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { foldCase, foldedCase } from '../database/letter-case.ts'
import { imports, products, type StoredImport } from '../database/schema.ts'
import { fieldRefusal, notFound, softRefusal } from '../requests/refusals.ts'
import { dayAt } from '../shop/local-time.ts'
import { readCsv, type CsvRow } from './csv.ts'
import { changesOf, readVersioned, staleText, storeProduct, type VersionedProduct } from './goods.ts'
import { codeColumn, goodsColumns, rowChange } from './goods-columns.ts'
import { insertProducts } from './new-product.ts'
import { blankProduct, changedProduct, differencesOf, valuesOf, type ProductValues } from './product-values.ts'
import { readShelves, type Shelves } from './shelves.ts'

/** The member of staff whose import it is. */
interface Importer {
  id: string
  name: string
}

/** What a row makes of a product. */
interface PlannedRow {
  shown: ImportedProduct
  /** Null for a new product. */
  stored: VersionedProduct | null
  /** With the stock of now: as much more or less as is shown. */
  values: ProductValues
  /** What is stored, to be kept as changes: it differs from what is shown by what orders have taken. */
  differences: Difference[]
}

interface Plan {
  rows: number
  planned: PlannedRow[]
  errors: ImportError[]
  /** What the products of the file are. */
  seen: Seen
}

/** A row of the file with its product. */
interface ProductRow {
  line: number
  code: string
  /** By column, without the code. */
  cells: Map<string, string>
}

/** The form in which codes are compared. */
const keyOf = (code: string): string => foldCase(code.trim())

/** Reads the rows of a file. @throws Refused softly 422 for a file that is no list of goods */
function readRows(content: string): { rows: ProductRow[]; errors: ImportError[] } {
  if (Buffer.byteLength(content) > largestImport.bytes)
    throw fieldRefusal('file', `The file has more than ${largestImport.bytes / 1_000_000} MB.`)
  const { rows: [head, ...rows] = [], unreadable } = readCsv(content)
  if (head === undefined) throw fieldRefusal('file', 'The file is empty.')
  if (rows.length > largestImport.rows)
    throw fieldRefusal('file', `The file has more than ${largestImport.rows} products. Please split it.`)
  const columns = head.cells.map(columnOf)
  const errors: ImportError[] = unreadable.map(one => ({ ...one, code: null }))
  const problems = headProblems(columns)
  errors.push(...problems.map(reason => ({ line: head.line, code: null, reason })))
  return problems.length > 0 ? { rows: [], errors } : { rows: rows.flatMap(row => rowOf(row, columns, errors)), errors }
}

const columnNames = [codeColumn, ...Object.keys(goodsColumns)]

/** The column of a name, in any case; the name itself for a column that there is not. */
const columnOf = (name: string): string =>
  columnNames.find(column => column.toLowerCase() === name.trim().toLowerCase()) ?? name.trim()

function headProblems(columns: readonly string[]): string[] {
  const twice = columns.filter((name, at) => name !== '' && columns.indexOf(name) !== at)
  return [
    ...columns
      .filter(name => name !== '' && !columnNames.includes(name))
      .map(name => `There is no column ‘${name.slice(0, 60)}’. The columns are ${columnNames.join(', ')}.`),
    ...twice.map(name => `The column ‘${name}’ is there twice.`),
    ...(columns.includes(codeColumn) ? [] : [`The column ‘${codeColumn}’ is missing.`]),
  ]
}

/** A row with its cells, or none if they do not fit the columns. */
function rowOf({ line, cells }: CsvRow, columns: readonly string[], errors: ImportError[]): ProductRow[] {
  const code = (cells[columns.indexOf(codeColumn)] ?? '').trim()
  const report = (reason: string) => {
    errors.push({ line, code: code.slice(0, longestTexts.code) || null, reason })
    return []
  }
  if (cells.slice(columns.length).some(cell => cell !== '') || cells.length < columns.length) {
    const counts = `The line has ${cells.length} cells, but the first line has ${columns.length}.`
    const hint = cells.length > columns.length ? ' An amount with a comma makes two cells: write it with a point.' : ''
    return report(counts + hint)
  }
  if (isBlank(code)) return report('The code is missing.')
  if (code.includes('\uFFFD')) return report('The code can’t be read. Save the file as CSV in UTF-8.')
  const named = columns.map((name, at) => [name, cells[at]!] as const)
  return [{ line, code, cells: new Map(named.filter(([name]) => name !== codeColumn && name !== '')) }]
}

/** Reads the products of rows, by their codes. Several can have the same one. */
async function readByCode(
  transaction: Database,
  rows: readonly ProductRow[],
  isLocked: boolean,
): Promise<Map<string, VersionedProduct[]>> {
  const keys = [...new Set(rows.map(({ code }) => keyOf(code)))]
  const isOne = inArray(foldedCase(sql`${products.code}`), keys)
  const found = await transaction.select({ id: products.id }).from(products).where(isOne)
  const ids = found.map(({ id }) => id)
  const byCode = new Map<string, VersionedProduct[]>()
  for (const one of await readVersioned(transaction, ids, isLocked)) {
    const key = keyOf(one.row.code)
    byCode.set(key, [...(byCode.get(key) ?? []), one])
  }
  return byCode
}

type Seen = StoredImport['seen']

interface Planning {
  shelves: Shelves
  today: string
  timeZone: string
  /** What the products were when the file was checked; null while it is checked. */
  seen: Seen | null
}

/**
 * What a file makes of the goods.
 *
 * @param seen - null to check the file; else the products are locked until the transaction ends, and their stock is taken as it was then: orders
 *   change it in the meantime
 */
async function planImport(transaction: Database, content: string, timeZone: string, seen: Seen | null): Promise<Plan> {
  const { rows, errors } = readRows(content)
  const stored = await readByCode(transaction, rows, seen !== null)
  const planning = { shelves: await readShelves(transaction), today: dayAt(timeZone, new Date()), timeZone, seen }
  const lines = new Map<string, number>()
  const plan: Plan = { rows: rows.length, planned: [], errors, seen: {} }
  for (const row of rows) {
    const key = keyOf(row.code)
    const known = stored.get(key) ?? []
    const first = lines.get(key)
    const report = (reason: string) => void errors.push({ line: row.line, code: row.code, reason })
    if (first !== undefined) report(`The code is in line ${first} already.`)
    else if (known.length > 1) report(`${known.length} products have this code.`)
    else {
      lines.set(key, row.line)
      const [product = null] = known
      const { planned, problems } = planRow(row, product, planning)
      for (const problem of problems) report(problem)
      if (product !== null) plan.seen[product.row.id] = { version: product.version, stock: product.row.stock }
      if (problems.length === 0 && planned.shown.differences.length > 0) plan.planned.push(planned)
    }
  }
  errors.sort((a, b) => a.line - b.line)
  return plan
}

function planRow(
  { line, code, cells }: ProductRow,
  stored: VersionedProduct | null,
  { shelves, today, timeZone, seen }: Planning,
): { planned: PlannedRow; problems: string[] } {
  const current = stored === null ? blankProduct(code) : valuesOf(stored.row, stored.brand, timeZone)
  const now = { ...current, stock: seen?.[stored?.row.id ?? '']?.stock ?? current.stock }
  const { change, problems } = rowChange(cells, now, shelves, stored === null)
  if (stored === null) problems.push(...missingOf(change, problems))
  const changed = changedProduct(now, change, shelves, today)
  const shown = {
    line,
    productId: stored?.row.id ?? null,
    code: now.code,
    name: fullName(stored?.row ?? changed.values),
    differences: differencesOf(stored && now, changed.values, shelves),
  }
  const values = { ...changed.values, stock: changed.values.stock + current.stock - now.stock }
  const differences = differencesOf(stored && current, values, shelves)
  return {
    planned: { shown, stored, values, differences },
    problems: [...problems, ...changed.problems.map(one => one.message)],
  }
}

/** What a new product has to have; a cell that can't be read is reported already. */
function missingOf(change: ReturnType<typeof rowChange>['change'], problems: readonly string[]): string[] {
  const needed = { name: change.name, brand: change.brand, category: change.categoryId, price: change.price }
  return Object.entries(needed)
    .filter(([name, value]) => value === undefined && !problems.some(problem => problem.startsWith(`${name} is`)))
    .map(([name]) => `No product has this code, and a new one needs a ${name}.`)
}

/** What is kept of a checked file. */
const toStored = (
  { rows, planned, errors, seen }: Plan,
  { importId, fileName, checkedAt }: Pick<ImportPreview, 'importId' | 'fileName' | 'checkedAt'>,
): StoredImport => ({
  shown: {
    importId,
    fileName,
    checkedAt,
    isApplied: false,
    rows,
    products: planned.map(({ shown }) => shown),
    errors,
  },
  seen,
})

/** The most characters of a file's name that are kept. */
const longestFileName = 200

/** Days that a checked file is kept. */
const keptDays = 1

/**
 * Checks a file and keeps what it changes, in place of the person's earlier file.
 *
 * @throws Refused softly 422 for a file that is no list of goods
 */
export const checkImport = (
  database: Database,
  person: Importer,
  file: { fileName: string; content: string },
  timeZone: string,
): Promise<ImportPreview> =>
  database.transaction(async transaction => {
    const plan = await planImport(transaction, file.content, timeZone, null)
    const checkedAt = new Date()
    const about = {
      importId: newId(),
      fileName: [...file.fileName].slice(0, longestFileName).join(''),
      checkedAt: checkedAt.toISOString(),
    }
    const preview = toStored(plan, about)
    const row = { id: about.importId, fileName: about.fileName, content: file.content, preview, checkedAt }
    await transaction
      .insert(imports)
      .values({ staffId: person.id, ...row })
      .onConflictDoUpdate({ target: imports.staffId, set: row })
    return preview.shown
  })

/** The file that a person has checked last; null without one. */
export async function readImport(database: Database, person: Importer): Promise<ImportPreview | null> {
  const [row] = await database
    .select({ stored: imports.preview })
    .from(imports)
    .where(and(eq(imports.staffId, person.id), sql`${imports.checkedAt} > ${oldest}`))
  return row?.stored.shown ?? null
}

const oldest = sql`now() - ${sql.raw(`interval '${keptDays} day'`)}`

/** Deletes the files of yesterday. */
export async function deleteOldImports(database: Database): Promise<void> {
  await database.delete(imports).where(lt(imports.checkedAt, oldest))
}

/** @throws Refused 404 if the person has another file, or none */
async function lockImport(transaction: Database, person: Importer, importId: string) {
  const isIt = and(eq(imports.staffId, person.id), eq(imports.id, importId))
  const [row] = await transaction.select().from(imports).where(isIt).for('update')
  if (row === undefined) throw notFound('This file is no longer kept. Please import it again.')
  return row
}

/** Checks the kept file against the goods as they are now. @throws Refused 404 if it is not kept */
export const recheckImport = (
  database: Database,
  person: Importer,
  importId: string,
  timeZone: string,
): Promise<ImportPreview> =>
  database.transaction(async transaction => {
    const row = await lockImport(transaction, person, importId)
    const { shown } = row.preview
    if (shown.isApplied) return shown
    const checkedAt = new Date()
    const plan = await planImport(transaction, row.content, timeZone, null)
    const preview = toStored(plan, { ...shown, checkedAt: checkedAt.toISOString() })
    await transaction.update(imports).set({ preview, checkedAt }).where(eq(imports.staffId, person.id))
    return preview.shown
  })

/** Products that a refusal names at most. */
const mostNamed = 5

/** Why a plan is not what was shown; null if it is. */
function staleReason({ planned, errors }: Plan, { shown, seen }: StoredImport): string | null {
  const shownCodes = new Set(shown.products.map(({ code }) => code))
  const stale = planned.filter(
    ({ stored, shown: { code } }) =>
      !shownCodes.has(code) || (stored !== null && stored.version !== seen[stored.row.id]?.version),
  )
  if (stale.length === 0 && planned.length === shown.products.length && errors.length === 0) return null
  const sentences = stale
    .slice(0, mostNamed)
    .map(one => `${one.stored?.lastStaffName} changed ${one.shown.name} first. ${staleText(one.shown.differences)}`)
  const more = stale.length > mostNamed ? [`So it is with ${stale.length - mostNamed} other products.`] : []
  const reasons = stale.length > 0 ? sentences : ['The goods have changed since the file was checked.']
  return [...reasons, ...more, 'Nothing was changed.'].join(' ')
}

/**
 * Applies a file as it was shown, in one transaction with a row of the list of changes for each difference. A file that is applied already stays so.
 *
 * @throws Refused 404 if it is not kept, softly 422 if it has errors, softly 409 if another person has changed one of its products since
 */
export const applyImport = (
  database: Database,
  person: Importer,
  importId: string,
  timeZone: string,
): Promise<ImportPreview> =>
  database.transaction(async transaction => {
    const row = await lockImport(transaction, person, importId)
    const { shown, seen } = row.preview
    if (shown.isApplied) return shown
    if (shown.errors.length > 0)
      throw fieldRefusal('file', 'A file with errors can’t be applied. Please correct it and import it again.')
    const plan = await planImport(transaction, row.content, timeZone, seen)
    const stale = staleReason(plan, row.preview)
    if (stale !== null) throw softRefusal(409, stale)
    const short = plan.planned.find(({ values }) => values.stock < 0)
    if (short !== undefined)
      throw softRefusal(409, `So many of ${short.shown.name} were ordered since. Nothing was changed.`)
    const added = plan.planned.flatMap(({ stored, values }) => (stored === null ? [values] : []))
    const ids = await insertProducts(transaction, added, timeZone)
    for (const { stored, values } of plan.planned)
      if (stored !== null) await storeProduct(transaction, stored, values, timeZone)
    const made = plan.planned.flatMap(({ stored, differences, shown: product }) => {
      const productId = stored?.row.id ?? ids.shift()!
      return changesOf({ productId, name: product.name, staffName: person.name }, differences)
    })
    await recordChanges(transaction, made)
    const applied = { ...shown, isApplied: true }
    await transaction
      .update(imports)
      .set({ preview: { shown: applied, seen }, content: '' })
      .where(eq(imports.staffId, person.id))
    return applied
  })
