import type { AnyEventObject, AnyMachineSnapshot, StateValue } from 'xstate'
import { couponModel, linesModel } from '../../tests/model/cart.model.ts'
import { cover, everyTransition, explore, type Model } from '../../tests/model/graph.ts'
import { menusModel } from '../../tests/model/menus.model.ts'

/** The walks that the model tests take, in words. */

export interface Step {
  what: string
  /** Where it leads, by region; only what changed. */
  leads: string
  taken: string[]
}
export interface Walk {
  model: string
  steps: Step[]
}

const models: Record<string, [name: string, model: Model, cap: number][]> = {
  cart: [
    ['lines', linesModel, 40],
    ['coupon', couponModel, 40],
  ],
  menus: [['menus', menusModel, 30]],
}

const valueOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 1 ? '1 line' : `${value.length} lines`
  return value === '' ? 'nothing' : String(value)
}
const telling = ['menu', 'page', 'id', 'lineId', 'productName', 'value', 'quantity', 'lines']

/** An event in words: who does what, with what. */
function wordsFor({ type, ...data }: AnyEventObject): string {
  const [, outcome, effect] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  if (outcome === 'done') return `**${effect}** answers`
  if (outcome === 'error') {
    const { code, message } = (data as unknown as { error: { code: string; message: string } }).error
    return code === 'lost' ? `The answer of **${effect}** is lost` : `**${effect}** is refused: “${message}”`
  }
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? []
  if (delay) return `**${delay}** is over`
  const told = telling.filter(key => key in data).map(key => valueOf((data as Record<string, unknown>)[key]))
  return `**${type}**${told.length > 0 ? ` with ${told.join(', ')}` : ''}`
}

const leavesOf = (value: StateValue, path = ''): string[] =>
  typeof value === 'string'
    ? [`${path}${value}`]
    : Object.entries(value).flatMap(([name, inner]) => leavesOf(inner!, `${path}${name}.`))

/** Where a step leads, as far as that is elsewhere. */
function changeOf(before: AnyMachineSnapshot, after: AnyMachineSnapshot): string {
  const old = new Set(leavesOf(before.value as StateValue))
  const changed = leavesOf(after.value as StateValue).filter(leaf => !old.has(leaf))
  return changed.join(', ')
}

/** Walks that take every transition of a chart; none where the chart has no model. */
export function walksOf(chart: string): Walk[] {
  return (models[chart] ?? []).flatMap(([name, model, cap]) => {
    const graph = explore(model)
    return cover(graph, everyTransition, cap).paths.map(({ steps }) => ({
      model: name,
      steps: steps.map(({ from, to, event, taken }) => ({
        what: wordsFor(event),
        leads: changeOf(graph.states.get(from)!, graph.states.get(to)!),
        taken,
      })),
    }))
  })
}
