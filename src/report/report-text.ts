import type { Checkpoint, Entry } from '#machines/journal/entry'

/** A journal entry for display. */
export interface Line {
  seq: number
  /** The time of day, to the second. */
  time: string
  kind: 'sent' | 'answer' | 'timer'
  what: string
  detail: string
}

const kinds: Record<Entry['kind'], Line['kind']> = { send: 'sent', effect: 'answer', timer: 'timer' }

const lastOf = (address: string) => address.split('/').findLast(part => part !== 'ask') ?? address

/** What an entry records: an event, the result of an effect, or a timer. */
function whatIn({ kind, to, event }: Entry): string {
  if (kind === 'send') return event.type
  if (kind === 'timer') return `${lastOf(to)}: time is over`
  return `${lastOf(to)}: ${event.type === 'xstate.promise.reject' ? 'refused' : 'answered'}`
}

/** The texts and numbers of an event: 'field: email, value: …'. */
function detailIn(event: object): string {
  const plain = Object.entries(event).filter(([name, value]) => name !== 'type' && isPlain(value))
  return plain.map(([name, value]) => `${name}: ${String(value)}`).join(', ')
}
const isPlain = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

const clock = new Intl.DateTimeFormat('en-AU', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })

/** The entries for display. */
export const linesOf = (entries: readonly Entry[]): Line[] =>
  entries.map(entry => {
    const said: unknown = entry.kind === 'effect' ? entry.event.data : entry.event
    const detail = typeof said === 'object' && said !== null ? detailIn(said) : ''
    return { seq: entry.seq, time: clock.format(entry.at), kind: kinds[entry.kind], what: whatIn(entry), detail }
  })

/** The distinct paths that were shown or visited. @param began - checkpoints, which hold the path of the page load */
export const pagesIn = (began: readonly (Checkpoint | null)[], entries: readonly Entry[]): string[] => [
  ...new Set([
    ...began.flatMap(checkpoint => pathIn((checkpoint?.snapshot as { context: Shown } | undefined)?.context.shown)),
    ...entries.flatMap(({ event }) => (event.type === 'location.changed' ? pathIn(event.location) : [])),
  ]),
]

interface Shown {
  shown: unknown
}
const pathIn = (location: unknown): string[] => (location ? [(location as { pathname: string }).pathname] : [])

/** The distinct fields that were typed into: 'checkout: email'. */
export const typedIn = (entries: readonly Entry[]): string[] => [
  ...new Set(
    entries.flatMap(({ to, event }) =>
      /\.typed/.test(event.type) ? [`${lastOf(to)}${typeof event.field === 'string' ? `: ${event.field}` : ''}`] : [],
    ),
  ),
]

/** '142 entries, 18 kB'. */
export const sizeOf = (entries: number, text: string): string =>
  `${entries} ${entries === 1 ? 'entry' : 'entries'}, ${Math.ceil(text.length / 1024)} kB`

/** Name of a report file. @param at - milliseconds since the epoch */
export const fileName = (at: number): string =>
  `lantern-journal-${new Date(at).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-')}.json`
