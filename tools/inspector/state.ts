import { fingerprints } from '#machines/journal/fingerprints'
import { canReplay } from '#machines/shop/resume'
import { journalFileOf, readJournalFile } from '#machines/journal/journal-file'
import { schema, type ActorPath, type Checkpoint, type Entry, type Journal } from '#machines/journal/entry'
import type { AnyEventObject } from 'xstate'
import { wholeShop } from '#machines/whole-shop'
import { testOf } from './copied.ts'
import { createHistory, historyOf, type History, type Moment } from './history.ts'
import type { Answered, Asked, Tab } from './protocol.ts'
import type { Zoom } from './zoom.ts'

/** The source of a journal: an open or closed tab, or a file. */
export type Source = { is: 'tab'; tab: Tab; isHere: boolean } | { is: 'file'; name: string }

export type ViewName = 'diagram' | 'sequence' | 'coverage'
export type Kind = Entry['kind']
/** Playback speed as a multiple of real time; Infinity for the maximum. */
export type Speed = 0.5 | 1 | 4 | typeof Infinity

/** The filter of the entry list. */
export interface Filter {
  kinds: readonly Kind[]
  text: string
  /** Whether only entries of the selected actor and its descendants are listed. */
  actors: 'all' | 'chosen'
}

/** A message that is shown until the next action. */
export interface Notice {
  tone: 'said' | 'warned'
  text: string
}

/** A problem report: the shopper's text, and the journal part before the last one. */
export interface Report {
  name: string
  said: string
  /** The part that is shown. */
  part: 'last' | 'before'
  parts: { last: Journal; before: Journal | null }
}

/** Everything the page shows. */
export interface Shown {
  tabs: readonly Tab[]
  source: Source | null
  history: History
  moment: Moment
  /** `following`: new entries are shown at once. */
  mode: 'following' | 'paused' | 'playing'
  speed: Speed
  actor: ActorPath
  view: ViewName
  filter: Filter
  ended: 'shown' | 'hidden'
  context: 'changes' | 'all'
  zoom: Zoom
  counted: 'journal' | 'tests'
  help: 'open' | 'closed'
  notice: Notice | null
  /** The report of the opened file; null if it has none. */
  report: Report | null
  /** The event in the form. */
  draft: { type: string; typed: Readonly<Record<string, string>> }
}

/** The actions of the page. */
export interface Acts {
  choose(tab: Tab): void
  open(name: string, text: string): void
  /** Shows an entry and pauses: later entries do not replace it. */
  goTo(at: number): void
  step(by: number): void
  /** Shows the last entry, and new ones as they arrive. */
  follow(): void
  play(): void
  show(part: Partial<Pick<Shown, 'actor' | 'view' | 'ended' | 'context' | 'zoom' | 'counted' | 'help' | 'speed'>>): void
  narrow(part: Partial<Filter>): void
  draft(type: string, typed?: Readonly<Record<string, string>>): void
  send(event: AnyEventObject): void
  say(notice: Notice | null): void
  /** Shows the journal of the opened file, or the part before it. */
  showPart(part: Report['part']): void
}

/** The environment of the inspector. */
export interface InspectorEnvironment {
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  setTimeout(then: () => void, delay: number): number
  clearTimeout(id: number | undefined): void
}

/** The inspector: its state and actions. */
export interface Inspector extends Acts {
  get(): Shown
  subscribe(changed: () => void): () => void
  /** The content of the journal file. */
  file(saved: number): string
  /** A test that replays the entries up to here. */
  test(): string
}

const nothing = createHistory(wholeShop, null)

const beginning: Shown = {
  tabs: [],
  source: null,
  history: nothing,
  moment: nothing.momentAt(0),
  mode: 'following',
  speed: 1,
  actor: 'shop',
  view: 'diagram',
  filter: { kinds: ['send', 'effect', 'timer'], text: '', actors: 'all' },
  ended: 'hidden',
  context: 'changes',
  zoom: 1,
  counted: 'journal',
  help: 'closed',
  notice: null,
  report: null,
  draft: { type: '', typed: {} },
}

/** The longest pause between two entries during playback, in milliseconds. */
const longestPause = 1_500

/** The maximum number of frames of a playback at maximum speed. */
const picturesAtMost = 400

const howMany = (count: number) => (count === 1 ? 'One entry' : `${count} entries`)

/** The warning about a journal; null if there is none. */
function noticeOf(name: string, { misfits }: History, isFitting = true, skipped = 0): Notice | null {
  const [first] = misfits
  const parts = [
    !isFitting && `${name} was written by another build: some machines have changed since, so states may differ.`,
    skipped > 0 && `${howMany(skipped)} of ${name} were damaged and left out.`,
    first && `${howMany(misfits.length)} did not fit this build and were left out. The first: ${first.why}`,
  ].filter(part => typeof part === 'string')
  return parts.length > 0 ? { tone: 'warned', text: parts.join(' ') } : null
}

/** Creates the inspector and asks for open tabs. */
export function createInspector({ channel, setTimeout, clearTimeout }: InspectorEnvironment): Inspector {
  let shown = beginning
  let timer: number | undefined
  const listeners = new Set<() => void>()
  const ask = (asked: Asked) => channel.postMessage(asked)

  const set = (part: Partial<Shown>) => {
    shown = { ...shown, ...part }
    for (const listener of listeners) listener()
  }
  const seek = (at: number, part: Partial<Shown> = {}) => {
    const { history } = shown
    set({ ...part, moment: history.momentAt(Math.max(0, Math.min(at, history.entries.length))) })
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  /** Moves to a position and dismisses the notice. */
  const move = (at: number, mode: Shown['mode']) => {
    stop()
    seek(at, { mode, notice: shown.notice?.tone === 'said' ? null : shown.notice })
  }
  const isLive = () => shown.source?.is === 'tab' && shown.source.isHere

  /** Replaces the loaded journal. */
  const load = (source: Source, history: History, notice: Notice | null) => {
    stop()
    const moment = history.momentAt(history.entries.length)
    const actor = moment.actors.has(shown.actor) ? shown.actor : 'shop'
    const mode = source.is === 'tab' ? 'following' : 'paused'
    set({ source, history, moment, actor, mode, notice, report: null })
  }
  const tick = () => {
    const { at } = shown.moment
    const { entries } = shown.history
    if (shown.mode !== 'playing') return
    if (at >= entries.length) return set({ mode: isLive() ? 'following' : 'paused' })
    const by = shown.speed === Infinity ? Math.ceil(entries.length / picturesAtMost) : 1
    seek(at + by)
    const [now, next] = [entries[shown.moment.at - 1]!, entries[shown.moment.at]]
    const pause = next ? Math.min(Math.max(next.at - now.at, 30), longestPause) / shown.speed : 0
    timer = setTimeout(tick, pause)
  }

  const choose = (tab: Tab) => {
    const { source } = shown
    if (source?.is === 'tab' && source.isHere && source.tab.id !== tab.id)
      ask({ is: 'unsubscribe', tab: source.tab.id })
    set({ source: { is: 'tab', tab, isHere: true } })
    ask({ is: 'subscribe', tab: tab.id })
  }

  const arrive = (tab: Tab) => {
    set({ tabs: [...shown.tabs.filter(({ id }) => id !== tab.id), tab] })
    const { source } = shown
    if (source === null) return choose(tab)
    if (source.is === 'file') return undefined
    if (source.isHere && source.tab.id === tab.id) return set({ source: { ...source, tab } })
    // after a reload a tab has a new id and the same journal
    const isSame = tab.id === source.tab.id || (tab.journal !== null && tab.journal === source.tab.journal)
    return !source.isHere && (isSame || shown.tabs.length === 1) ? choose(tab) : undefined
  }
  const depart = (id: string, journal: string | null) => {
    const { source } = shown
    const isMine = source?.is === 'tab' && source.tab.id === id
    set({
      tabs: shown.tabs.filter(tab => tab.id !== id),
      ...(isMine && { source: { ...source, tab: { ...source.tab, journal }, isHere: false } }),
    })
  }
  const isMine = (tab: string) => shown.source?.is === 'tab' && shown.source.tab.id === tab

  const take = (entry: Entry) => {
    const { history, mode, moment } = shown
    history.append(entry)
    if (mode === 'following') seek(history.entries.length)
    else set({ moment: { ...moment } })
  }
  const loadJournal = (from: Checkpoint | null, entries: Entry[]) => {
    const { source } = shown
    if (source === null) return
    const history = historyOf(wholeShop, from, entries)
    load(source, history, noticeOf('This journal', history))
  }
  const receive = (said: Answered) => {
    if (said.is === 'here') arrive(said.tab)
    else if (said.is === 'gone') depart(said.tab, said.journal)
    else if (!isMine(said.tab)) return
    else if (said.is === 'journal') loadJournal(said.from, said.entries)
    else if (said.is === 'entry') take(said.entry)
    else if (said.is === 'sent') set({ notice: { tone: 'said', text: 'Sent.' } })
    else if (said.is === 'refused') set({ notice: { tone: 'warned', text: said.why } })
  }
  /** Shows a journal of a file. Returns false if it does not fit this build. */
  const openPart = (name: string, journal: Journal, skipped: number): boolean => {
    try {
      const history = historyOf(wholeShop, journal.checkpoint, journal.entries)
      const notice = noticeOf(name, history, canReplay(journal), skipped)
      const { source } = shown
      if (source?.is === 'tab' && source.isHere) ask({ is: 'unsubscribe', tab: source.tab.id })
      load({ is: 'file', name }, history, notice)
      return true
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      set({ notice: { tone: 'warned', text: `${name} does not fit this build. ${why}` } })
      return false
    }
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Answered>) => receive(data))
  ask({ is: 'hello' })

  return {
    get: () => shown,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    choose,
    open(name, text) {
      const read = readJournalFile(text)
      if ('reason' in read) return set({ notice: { tone: 'warned', text: `${name}: ${read.reason}` } })
      const { journal, before, said } = read
      if (openPart(name, journal, read.skipped))
        set({ report: said || before ? { name, said, part: 'last', parts: { last: journal, before } } : null })
    },
    showPart(part) {
      const { report } = shown
      const journal = report?.parts[part]
      if (report && journal && openPart(report.name, journal, 0)) set({ report: { ...report, part } })
    },
    goTo(at) {
      move(at, 'paused')
    },
    step(by) {
      move(shown.moment.at + by, 'paused')
    },
    follow() {
      move(shown.history.entries.length, isLive() ? 'following' : 'paused')
    },
    play() {
      if (shown.mode === 'playing') {
        stop()
        return set({ mode: 'paused' })
      }
      const isAtEnd = shown.moment.at >= shown.history.entries.length
      seek(isAtEnd ? 0 : shown.moment.at, { mode: 'playing' })
      timer = setTimeout(tick, 0)
    },
    show: set,
    narrow: part => set({ filter: { ...shown.filter, ...part } }),
    draft: (type, typed = {}) => set({ draft: { type, typed } }),
    send(event) {
      if (shown.source?.is === 'tab' && shown.source.isHere)
        ask({ is: 'send', tab: shown.source.tab.id, to: shown.actor, event })
    },
    say: notice => set({ notice }),
    file(saved) {
      const { from, entries } = shown.history
      return JSON.stringify(
        journalFileOf({ schema, fingerprints, checkpoint: from, entries: [...entries] }, saved, 'inspector'),
      )
    },
    test: () => testOf(shown.history, shown.moment.at),
  }
}
