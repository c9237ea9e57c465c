import type { Took } from './traces.ts'
import type { Shown } from './state.ts'

/** The machine id of the selected actor, also while the actor is not running; null for an effect. */
export function machineOf({ moment, history, actor }: Shown): string | null {
  const view = moment.actors.get(actor)
  if (view) return view.machine
  return history.lifetimes.findLast(({ path }) => path === actor)?.machine ?? null
}

/** The last transitions of the selected actor, and the entry that caused them. */
export function lastTaken({ history, moment, actor }: Shown): { at: number; took: Took[] } | null {
  for (let at = moment.at; at > 0; at -= 1) {
    const took = history.traces[at - 1]!.took.filter(({ by }) => by === actor)
    if (took.length > 0) return { at, took }
  }
  return null
}

/** A transition as text: `idle → adding`, or `cart.add in lines` without a target. */
export function wordsOf(id: string): string {
  const [from = '', event = '', to = ''] = id.replace(/ #\d+$/, '').split(' | ')
  const last = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  return to === '(stays)'
    ? `${eventWords(event) || 'at once'} in ${last(from)}`
    : `${last(from)} → ${to.split('+').map(last).join(' + ')}`
}

/** An event's readable name: `readCart done`, `after pause`. */
export function eventWords(event: string): string {
  const [, outcome, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? []
  if (outcome) return `${actor} ${outcome}`
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event) ?? []
  return delay ? `after ${delay}` : event
}
