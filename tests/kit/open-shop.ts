import type { AnyEventObject } from 'xstate'
import { actorAt } from '#machines/journal/actor-at'
import type { Location } from '#contract/location'
import { lazyMachines } from '#machines/whole-shop'
import { shopMachine } from '#machines/shop/shop'
import { answerFor } from './outcomes.ts'
import { runJournaled, settled } from './system.ts'

/** The location of a path. */
export function locationOf(path: string): Location {
  const [pathname = '/', search] = path.split('?')
  return { pathname, search: search ? `?${search}` : '', hash: '', state: null, key: path }
}

/** The whole shop, journaled, with effects that the test settles and the machines of all pages. */
export function openShop(snapshot?: unknown, from = 0, now?: number) {
  const run = runJournaled(shopMachine, snapshot, from, Object.values(lazyMachines), now)
  const waiting = (name: string) => run.pending.filter(one => one.name.endsWith(name))
  return {
    ...run,
    /** Sends an event to the actor at `shop/…`. */
    send(to: string, event: AnyEventObject) {
      const address = to === 'shop' ? 'shop' : `shop/${to}`
      const actor = actorAt(run.root, address)
      if (!actor) throw new Error(`No actor at ${address}`)
      actor.send(event)
    },
    /** The snapshot of a machine. */
    at<Snapshot>(to: string): Snapshot {
      return actorAt(run.root, `shop/${to}`)!.getSnapshot() as Snapshot
    },
    /** The pending effects of a name. */
    waiting,
    /** Resolves the oldest pending effect of a name, by default with the standard answer of `outcomes.ts`. */
    async answers(name: string, answer?: unknown) {
      const one = waiting(name)[0]
      if (!one) throw new Error(`${name} is not under way, only ${run.pending.map(({ name }) => name).join(', ')}`)
      await run.settle(one, { answer: answer === undefined ? answerFor(one.name, one.input) : answer })
    },
    /** Rejects the oldest pending effect of a name with a refusal. */
    async refuses(
      name: string,
      refusal: Parameters<typeof run.settle>[1] extends infer E ? Extract<E, { refusal: unknown }>['refusal'] : never,
    ) {
      const one = waiting(name)[0]
      if (!one) throw new Error(`${name} is not under way, only ${run.pending.map(({ name }) => name).join(', ')}`)
      await run.settle(one, { refusal })
    },
    settled,
  }
}

export type OpenShop = ReturnType<typeof openShop>
