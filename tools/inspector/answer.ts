import type { AnyActorRef, AnyEventObject } from 'xstate'
import { type Checkpoint, type Entry } from '#machines/journal/entry'
import { actorAt } from '#machines/journal/actor-at'
import { timersIn } from '#machines/journal/timers'
import type { InspectionStart, InspectionMessage } from '#src/journal/inspection.ts'
import type { Answered, Asked, Tab } from './protocol.ts'

/** The environment of an inspected tab. */
export interface TabEnvironment {
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  /** The identity and current state of this tab. */
  tab(): Tab
  now(): number
  /** Runs a function after the current task. */
  later(then: () => void): void
  /** The reason why an event is not sent to a machine; null if it is. */
  refusalOf(machine: string, event: AnyEventObject): Promise<string | null>
}

/** The tab's side of the inspector. */
export interface Answer {
  take(told: InspectionMessage): void
  /** Announces that the page unloads. */
  leave(): void
}

/** The maximum number of entries kept for inspectors. Beyond it, the tab restarts from the current state. */
const mostKept = 20_000

const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** Answers inspectors: announces the tab, and sends the past and new entries. Receives events for machines. */
export function createAnswer({ channel, tab, now, later, refusalOf }: TabEnvironment): Answer {
  const { id } = tab()
  let shop: AnyActorRef | null = null
  let from: Checkpoint | null = null
  let entries: Entry[] = []
  let isSubscribed = false
  const say = (message: Answered) => channel.postMessage(message)

  const begin = (begun: InspectionStart) => {
    shop = begun.shop
    from = begun.from
    entries = []
    if (isSubscribed) sendJournal()
  }
  const sendJournal = () => say({ is: 'journal', tab: id, from: copied(from), entries })
  const shorten = () => {
    if (shop === null || entries.length < mostKept) return
    const { seq } = entries.at(-1)!
    from = copied({ seq, at: now(), snapshot: shop.getPersistedSnapshot(), timers: timersIn(shop) })
    entries = []
    if (isSubscribed) sendJournal()
  }
  const keep = (entry: Entry) => {
    const kept = copied(entry)
    entries.push(kept)
    if (isSubscribed) say({ is: 'entry', tab: id, entry: kept })
    if (entries.length === mostKept) later(shorten)
  }
  async function send({ to, event }: Extract<Asked, { is: 'send' }>) {
    const actor = shop && actorAt(shop, to)
    const machine = (actor as { logic?: { id?: string } } | null | undefined)?.logic?.id
    const why = machine === undefined ? `There is no machine at ${to} now.` : await refusalOf(machine, event)
    if (why !== null) return say({ is: 'refused', tab: id, why })
    actor!.send(event)
    say({ is: 'sent', tab: id })
  }
  const answers: { [Is in Asked['is']]: (asked: Extract<Asked, { is: Is }>) => void } = {
    hello: () => say({ is: 'here', tab: tab() }),
    subscribe() {
      isSubscribed = true
      // an inspector that connects during the page load is answered once the shop has started
      if (shop !== null) sendJournal()
    },
    unsubscribe() {
      isSubscribed = false
    },
    send: asked => void send(asked),
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    if (data.is === 'hello' || ('tab' in data && data.tab === id)) (answers[data.is] as (asked: Asked) => void)?.(data)
  })
  return {
    take(told) {
      if ('shop' in told) begin(told)
      else keep(told)
    },
    leave: () => say({ is: 'gone', tab: id, journal: tab().journal }),
  }
}
