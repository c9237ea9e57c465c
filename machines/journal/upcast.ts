import { schema, type Checkpoint, type Entry, type Journal } from './entry.ts'
import { fingerprints } from './fingerprints.ts'

/** The last charts of 'shop/1', as that schema knew their shapes: those in the checkpoint alone, without their contexts. */
const shop1: Record<string, string> = {
  addresses: '33dd9cbc',
  cart: 'f7df7baa',
  catalogue: '5debce13',
  checkout: '1d5d82b5',
  forgotten: 'f9420f0f',
  list: '7df2040a',
  login: '81db6c58',
  menus: '27c24422',
  newsletter: 'ceb8abf6',
  orders: '5091f7b2',
  password: '749ca1fe',
  product: '8f73d5b2',
  profile: 'd86e9b4a',
  registration: '9ebec503',
  reset: '1c8ab377',
  search: '2d4e57bd',
  session: '97a86089',
  shop: '5a536854',
}

/**
 * How a journal of each older schema becomes one of the next; null for one that can't. Each is proved by journals that were
 * kept when it was current: see tests/journals.
 */
const upcasts: Record<string, (journal: Journal) => Journal | null> = {
  'shop/1'(journal) {
    const isKnown = Object.entries(journal.fingerprints).every(([chart, print]) => shop1[chart] === print)
    // the charts of then lead where those of today do
    return isKnown ? { ...journal, schema: 'shop/2', fingerprints } : null
  },
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: readonly unknown[] = ['send', 'effect', 'timer'] satisfies Entry['kind'][]

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  Number.isSafeInteger(value.seq) &&
  Number.isFinite(value.at) &&
  typeof value.to === 'string' &&
  kinds.includes(value.kind) &&
  isRecord(value.event) &&
  typeof value.event.type === 'string'

const isCheckpoint = (value: unknown): value is Checkpoint =>
  isRecord(value) &&
  Number.isSafeInteger(value.seq) &&
  Number.isFinite(value.at) &&
  isRecord(value.snapshot) &&
  Array.isArray(value.timers)

/** A journal in the form of this build, or in plain words why there is none. */
export type BroughtUp =
  | {
      journal: Journal
      /** How many of its entries are missing, or were damaged and left out. */
      skipped: number
    }
  | { reason: string }

/** The journal of an older schema, schema by schema. */
function upcasted(journal: Journal): Journal | null {
  const upcast = upcasts[journal.schema]
  if (journal.schema === schema || !upcast) return journal.schema === schema ? journal : null
  const next = upcast(journal)
  return next && upcasted(next)
}

/** Reads what was kept as a journal, by this build or an older one; damaged entries are left out and counted. */
export function broughtUp(kept: unknown): BroughtUp {
  if (!isRecord(kept) || typeof kept.schema !== 'string' || !Array.isArray(kept.entries))
    return { reason: 'This is JSON, but not a journal: it has no schema and no entries.' }
  const { checkpoint = null, fingerprints: prints } = kept
  if (!isRecord(prints)) return { reason: 'The fingerprints of this journal are damaged.' }
  if (checkpoint !== null && !isCheckpoint(checkpoint))
    return { reason: 'The state that this journal begins with is damaged.' }
  const entries = kept.entries.filter(isEntry).map(({ seq, at, to, kind, event }) => ({ seq, at, to, kind, event }))
  const damaged = kept.entries.length - entries.length
  const last = entries.at(-1)?.seq ?? checkpoint?.seq ?? 0
  // an entry is one more than the one before it; those at the end that never came are not missed
  const missing = last - (checkpoint?.seq ?? 0) - entries.length
  const journal = upcasted({
    schema: kept.schema,
    fingerprints: prints as Record<string, string>,
    checkpoint,
    entries,
  })
  return journal
    ? { journal, skipped: Math.max(damaged, missing) }
    : { reason: `This journal is written as ${kept.schema}; this build reads ${schema}.` }
}
