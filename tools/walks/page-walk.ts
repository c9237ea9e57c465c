import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
  StateValue,
} from 'xstate'
import { actorPathOf } from '#machines/journal/entry'
import { actorAt } from '#machines/journal/actor-at'
import { register } from '#machines/journal/registry'
import { createReplayer } from '#machines/journal/replay'
import { lazyMachines } from '#machines/whole-shop'
import { shopMachine } from '#machines/shop/shop'
import { cover, everyTransition, explore, transitionsOf, type Graph, type Model, type Path } from './graph.ts'
import type { Call } from '../../tests/kit/browser-gateway.ts'
import { ModelPage, type Segment } from '../../tests/kit/page-model.ts'
import { recordMachine, recordings, recordPath, type PathRecord, type Taken } from './recording.ts'

/** A machine's walk on the real page: how each event of a model is caused there, and what the page must show. */
export interface PageWalk {
  /** The part of the machine that it walks. */
  name: string
  /** The machine's model, with the events that the page or its environment can cause. */
  model: Model
  /** The path of the machine's actor: `shop/cart`. */
  actorPath: string
  /** Calls that the walk answers. */
  answeredCalls: readonly Call[]
  /** CSS pixels; 1280 by default. */
  width?: number
  /** The maximum number of steps of a path; 60 by default. Each path starts on a new page. */
  cap?: number
  /**
   * Regions of the machine that change only by events of the walk: the page must be in their states after each step.
   * All by default; regions that are left out may also change by themselves.
   */
  regions?: readonly string[]
  /** Whether a state ends by itself before it can be checked: no path ends there. */
  isTransient?(state: AnyMachineSnapshot): boolean
  /** Brings a new page to the graph's initial state; omitted if the first event does that. */
  prepare?(page: ModelPage): Promise<unknown>
  /** Causes an event on the page, which is in the state `before`. */
  causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown>
  /** Checks that the page shows a state. */
  checkPage(page: ModelPage, state: AnyMachineSnapshot, event: AnyEventObject): Promise<unknown>
  /** The control for an event on the current page; null if there is none, or if using it has another effect. */
  control?(page: ModelPage, event: AnyEventObject, state: AnyMachineSnapshot): Locator | null
}

/** The walks of a machine's models; together they take all of its transitions on the page. */
export interface WalkedMachine {
  machine: AnyStateMachine
  walks: readonly PageWalk[]
  /** Transitions that none of these walks takes, by name, with the reason. */
  untaken?: Readonly<Record<string, string>>
}

const machine = shopMachine.provide({})
for (const [id, one] of Object.entries(lazyMachines)) register(machine, id, one)

const known = new WeakMap<object, Map<object, string>>()
/** The names of a running actor's transitions, since a replay has its own machines. */
function namesOf(actor: AnyActorRef): Map<object, string> {
  const { logic } = actor as unknown as { logic: AnyStateMachine }
  const names = known.get(logic) ?? transitionsOf(logic)
  known.set(logic, names)
  return names
}

/** Replays a visit's journals. Returns the transitions that the machines took, and the state of one of them at the end. */
export function replayed(segments: readonly Segment[], actorPath: string) {
  const taken: Taken = new Map()
  let state: AnyMachineSnapshot | undefined
  const watch = (inspection: InspectionEvent) => {
    if (inspection.type !== '@xstate.microstep') return
    const actor = inspection.actorRef as AnyActorRef
    const { id } = (actor as unknown as { logic: AnyStateMachine }).logic
    const ofMachine = taken.get(id) ?? new Map<string, number>()
    taken.set(id, ofMachine)
    const { _transitions: transitions, snapshot } = inspection as unknown as {
      _transitions: object[]
      snapshot: object
    }
    for (const one of transitions) {
      const name = namesOf(actor).get(one) ?? '?'
      ofMachine.set(name, (ofMachine.get(name) ?? 0) + 1)
    }
    // an actor that has ended no longer exists
    if (actorPathOf(actor) === actorPath) state = snapshot as AnyMachineSnapshot
  }
  for (const { head, entries } of segments) {
    const replayer = createReplayer(machine, head.checkpoint, watch)
    const from = head.checkpoint?.seq ?? 0
    for (const entry of entries) if (entry.seq > from) replayer.apply(entry)
    const actor = actorAt(replayer.root, actorPath)
    if (actor) state = actor.getSnapshot() as AnyMachineSnapshot
  }
  return { taken, state }
}

/** Whether a control can be used: it is visible and not disabled. */
const isUsable = (control: Locator) =>
  control
    .filter({ visible: true })
    .evaluateAll(found =>
      found.some(
        one =>
          !(one as HTMLButtonElement).disabled &&
          one.getAttribute('aria-disabled') !== 'true' &&
          !one.closest('[inert], fieldset:disabled'),
      ),
    )

/** Events that the state refuses although the page has an enabled control for them. */
async function wronglyEnabled({ model, control }: PageWalk, page: ModelPage, state: AnyMachineSnapshot) {
  const refused = model.cases(state).filter(event => !event.type.startsWith('xstate.') && !state.can(event))
  const usable = await Promise.all(
    refused.map(async event => {
      const found = control?.(page, event, state)
      return found && (await isUsable(found)) ? event.type : []
    }),
  )
  return usable.flat()
}

/** The state value of a walked machine, or of some of its regions. */
const valueIn = (value: StateValue, regions?: readonly string[]) =>
  regions && typeof value === 'object' ? regions.map(name => value[name]) : value

/** Waits until the walked actor is in the model's state on the page. An actor that has ended no longer exists. */
async function isIn(page: ModelPage, { actorPath, regions, isTransient }: PageWalk, state: AnyMachineSnapshot) {
  if (regions?.length === 0 || isTransient?.(state) || state.status !== 'active') return
  const value = async () => valueIn((await page.valueOf(actorPath)) as StateValue, regions)
  await expect.poll(value, { message: 'the state on the page' }).toEqual(valueIn(state.value, regions))
}

/**
 * Takes a path on a page, checks the page after every step, and replays its journal at the end.
 *
 * @param looked - keys of states whose refusals were checked; those of this path are added
 * @param record - records the path; null without a recording
 * @returns how often each transition of the machines was taken
 */
export async function walk(
  one: PageWalk,
  graph: Graph,
  { steps }: Path,
  looked = new Set<string>(),
  record?: PathRecord,
): Promise<Taken> {
  const page = await ModelPage.open({
    answeredCalls: one.answeredCalls,
    pictures: recordings !== null,
    ...(one.width && { width: one.width }),
  })
  const done: string[] = []
  try {
    await record?.begin(page)
    await one.prepare?.(page)
    let at = graph.states.get(graph.initial)!
    for (const { event, to } of steps) {
      done.push(event.type)
      const before = at
      await one.causeEvent(page, event, at)
      at = graph.states.get(to)!
      await one.checkPage(page, at, event)
      // two states may look the same: without this wait the next event could come before the response to this one
      await isIn(page, one, at)
      if (!looked.has(to)) expect(await wronglyEnabled(one, page, at), `refused in ${to}`).toEqual([])
      looked.add(to)
      await record?.step(page, event, before, at)
      await page.writes()
    }
    expect(page.errors).toEqual([])
    const keyOf = async () => {
      const { state } = replayed(await page.kept(), one.actorPath)
      return state && one.model.key(state)
    }
    await expect.poll(keyOf, { message: 'the replayed journal' }).toBe(steps.at(-1)!.to)
    const segments = await page.kept()
    const { taken } = replayed(await page.told(), one.actorPath)
    record?.end(taken, segments)
    return taken
  } catch (error) {
    throw new Error(`${done.join(' → ')}\n${(error as Error).message}`, { cause: error })
  } finally {
    await page.close()
  }
}

/** The paths of a walk that together take every transition its model can take. */
export function pathsOf({ model, cap = 60, isTransient }: PageWalk) {
  const graph = explore(model)
  const { paths, ...covered } = cover(graph, everyTransition, cap)
  const toRest = (path: Path): Path => {
    const { to } = path.steps.at(-1)!
    const next = isTransient?.(graph.states.get(to)!) && graph.out.get(to)?.find(edge => edge.to !== to)
    return next ? toRest({ ...path, steps: [...path.steps, next] }) : path
  }
  return { graph, ...covered, paths: paths.map(toRest) }
}

/** A model without some of its cases. */
export const only = (
  model: Model,
  isOffered: (state: AnyMachineSnapshot, event: AnyEventObject) => boolean,
): Model => ({
  ...model,
  cases: state => model.cases(state).filter(event => isOffered(state, event)),
})

/**
 * The tests of machines on the page: every path of every walk, and a check that together they take every transition.
 * Call `missed` after the paths: it must return exactly the transitions in `untaken`.
 */
export const walksOf = (machines: readonly WalkedMachine[]) =>
  machines.map(({ machine: described, walks, untaken = {} }) => {
    const taken = new Set<string>()
    const paths = walks.flatMap(one => {
      const { graph, paths: found } = pathsOf(one)
      const looked = new Set<string>()
      return found.map((path, index) => ({
        title: `${one.name}, ${path.title}`,
        async take() {
          const of = { machine: described.id, walk: one.name, number: index + 1, width: one.width ?? 1280 }
          const record = recordings === null ? undefined : recordPath(recordings, of)
          const byMachine = await walk(one, graph, path, looked, record)
          for (const name of byMachine.get(described.id)?.keys() ?? []) taken.add(name)
        },
      }))
    })
    if (recordings !== null) recordMachine(recordings, { machine: described.id, untaken })
    const missed = () => [...transitionsOf(described).values()].filter(name => !taken.has(name)).toSorted()
    return { id: described.id, paths, missed, untaken: Object.keys(untaken).toSorted() }
  })
