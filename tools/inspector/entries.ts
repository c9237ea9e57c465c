import type { Entry } from '#machines/journal/entry'
import type { Filter, Shown } from './state.ts'

const texts = new WeakMap<Entry, string>()

/** The payload of an entry, in short: `{ value: 'rice' }`. */
export function payloadOf({ event: { type: _type, ...rest } }: Entry): string {
  const text = JSON.stringify(rest)
  return text.length > 240 ? `${text.slice(0, 240)}…` : text
}

function textOf(entry: Entry): string {
  const text = texts.get(entry) ?? `${entry.to} ${entry.event.type} ${payloadOf(entry)}`.toLowerCase()
  texts.set(entry, text)
  return text
}

/** The name of an event; shortens XState's names of effect results. */
export const nameOf = ({ event: { type } }: Entry): string =>
  ({ 'xstate.promise.resolve': 'resolved', 'xstate.promise.reject': 'rejected' })[type] ??
  type.replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')

/** Whether an effect failed. */
export const isFailed = ({ event }: Entry): boolean => event.type === 'xstate.promise.reject'

const passes = (entry: Entry, { kinds, text, actors }: Filter, actor: string) =>
  kinds.includes(entry.kind) &&
  (actors === 'all' || entry.to === actor || entry.to.startsWith(`${actor}/`)) &&
  (text === '' || textOf(entry).includes(text))

interface Listed {
  key: string
  places: number[]
}
const known = new WeakMap<object, Listed>()

/** The positions of the entries that pass the filter. Memoized by filter and length. */
export function listedIn({ history, filter, actor }: Shown): readonly number[] {
  const { kinds, actors } = filter
  const text = filter.text.trim().toLowerCase()
  const key = JSON.stringify([kinds, text, actors, actors === 'chosen' ? actor : '', history.entries.length])
  const before = known.get(history)
  if (before?.key === key) return before.places
  const places = history.entries.flatMap((entry, index) =>
    passes(entry, { kinds, actors, text }, actor) ? [index + 1] : [],
  )
  known.set(history, { key, places })
  return places
}
