/** A line of a context: removed, added or unchanged. */
export interface ContextLine {
  /** The property path, such as `lines.0.quantity`. */
  path: string
  depth: number
  key: string
  /** The value, or a summary of its content: `{3}`, `[2]`. */
  text: string
  kind: 'text' | 'value' | 'group'
  change: 'same' | 'added' | 'removed'
}

/** The maximum number of lines shown. */
const mostLines = 400

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null

const keysOf = (value: unknown): string[] => (isGroup(value) ? Object.keys(value) : [])

const partOf = (value: unknown, key: string): unknown =>
  isGroup(value) ? (value as Record<string, unknown>)[key] : undefined

/** Whether two values are equal as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isGroup(a) || !isGroup(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...keysOf(a), ...keysOf(b)])
  return [...keys].every(key => isSame(partOf(a, key), partOf(b, key)))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.length}]`
  if (isGroup(value)) return keysOf(value).length === 0 ? '{}' : `{${keysOf(value).length}}`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

const kindOf = (value: unknown): ContextLine['kind'] =>
  isGroup(value) ? 'group' : typeof value === 'string' ? 'text' : 'value'

/** The lines of a value that was added or removed as a whole. */
function whole(value: unknown, key: string, path: string, change: ContextLine['change']): ContextLine[] {
  const depth = path.split('.').length - 1
  const line: ContextLine = { path, depth, key, text: textOf(value), kind: kindOf(value), change }
  return [line, ...keysOf(value).flatMap(part => whole(partOf(value, part), part, `${path}.${part}`, change))]
}

function compared(before: unknown, after: unknown, key: string, path: string, isFull: boolean): ContextLine[] {
  if (isSame(before, after)) {
    const lines = whole(after, key, path, 'same')
    return isFull ? lines : lines.slice(0, 1)
  }
  if (!isGroup(before) || !isGroup(after)) {
    return [
      ...(before === undefined ? [] : whole(before, key, path, 'removed')),
      ...(after === undefined ? [] : whole(after, key, path, 'added')),
    ]
  }
  const [head] = whole(after, key, path, 'same')
  return [head!, ...inside(before, after, path, isFull)]
}

function inside(before: unknown, after: unknown, path: string, isFull: boolean): ContextLine[] {
  const keys = [...new Set([...keysOf(before), ...keysOf(after)])]
  return keys.flatMap(key =>
    compared(partOf(before, key), partOf(after, key), key, path === '' ? key : `${path}.${key}`, isFull),
  )
}

/**
 * Compares two contexts line by line.
 *
 * @param isFull - whether unchanged objects are expanded
 */
export function changesBetween(before: unknown, after: unknown, isFull: boolean): ContextLine[] {
  return inside(before, after, '', isFull)
    .filter(({ text }) => text !== 'undefined')
    .slice(0, mostLines)
}
