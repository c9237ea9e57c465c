import type { Took } from './traces.ts'
import type { Shown } from './state.ts'

/** Id of the chosen actor's machine, whether or not the actor is there now; null for an effect. */
export function machineOf({ moment, history, actor }: Shown): string | null {
  const view = moment.actors.get(actor)
  if (view) return view.machine
  return history.lives.findLast(({ address }) => address === actor)?.machine ?? null
}

/** The transitions that the chosen actor took last, and by which entry. */
export function lastTaken({ history, moment, actor }: Shown): { at: number; took: Took[] } | null {
  for (let at = moment.at; at > 0; at -= 1) {
    const took = history.traces[at - 1]!.took.filter(({ by }) => by === actor)
    if (took.length > 0) return { at, took }
  }
  return null
}

/** A transition in words: `idle → adding` where it leads somewhere, else `cart.add in lines`. */
export function wordsOf(id: string): string {
  const [from = '', event = '', to = ''] = id.replace(/ #\d+$/, '').split(' | ')
  const last = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  return to === '(stays)'
    ? `${eventWords(event) || 'at once'} in ${last(from)}`
    : `${last(from)} → ${to.split('+').map(last).join(' + ')}`
}

/** An event of a transition as a reader says it: `readCart done`, `after pause`. */
export function eventWords(event: string): string {
  const [, outcome, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? []
  if (outcome) return `${actor} ${outcome}`
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event) ?? []
  return delay ? `after ${delay}` : event
}
