import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js'
import { costOf, widest } from './cost.ts'
import type { MachineDescription, State } from './describe.ts'
import { footHeight, footWidth, notesOf, type Note } from './notes.ts'
import type { Layout, PlacedState, Point } from './placed.ts'
import { arrowsOf, headHeight, headWidth, sizeOf, type Arrow } from './sheet.ts'
import { lineWidth, type Line } from './text.ts'
import { compactVariants, variantsFor, type LayoutVariant } from './layout-variants.ts'
import { fontSize, lineHeight } from './labels.ts'

/** Padding inside a container, in pixels. */
export const padding = 16
const elk = new ELK()

/**
 * Whether many edges cross the border of a nested container. Its children are then placed right of its header, which no
 * edge may cross.
 */
const hasManyCrossingEdges = ({ transitions }: MachineDescription, state: State): boolean => {
  const isInside = (id: string) => id.startsWith(`${state.id}.`)
  const entries = transitions.filter(({ from, to }) => !isInside(from) && to.some(isInside)).length
  const exits = transitions.filter(({ from, to }) => isInside(from) && to.some(id => !isInside(id))).length
  return entries >= 6 || (state.states.length >= 5 && exits >= 4) || (state.states.length <= 2 && entries + exits >= 4)
}

/** The padding of a container: its header above, its own transitions below. */
function paddingOf(machine: MachineDescription, state: State, notes: Note[]) {
  const least = Math.max(headWidth(state), footWidth(notes))
  return {
    top: headHeight(state, true),
    left: padding + (hasManyCrossingEdges(machine, state) ? headWidth(state) : 0),
    right: padding,
    bottom: padding + footHeight(notes, least),
    least,
  }
}

function nodeOf(machine: MachineDescription, state: State, variant: LayoutVariant): ElkNode {
  const notes = notesOf(machine, state)
  const ports = (node: ElkNode): ElkNode => ({
    ...node,
    layoutOptions: {
      'elk.nodeSize.constraints': '[MINIMUM_SIZE, PORTS]',
      'elk.nodeSize.minimum': `(${node.width}, ${node.height})`,
      ...node.layoutOptions,
    },
  })
  if (state.states.length === 0) return ports({ id: state.id, ...sizeOf(state, notes) })
  const { top, left, right, bottom, least } = paddingOf(machine, state, notes)
  return {
    id: state.id,
    children: childrenOf(machine, state, variant),
    layoutOptions: {
      ...variant.options,
      'elk.padding': `[top=${top},left=${left},bottom=${bottom},right=${right}]`,
      'elk.nodeSize.constraints': '[MINIMUM_SIZE, PORTS]',
      // ELK rotates a container's minimum size with the layout direction, but no other sizes
      'elk.nodeSize.minimum': variant.direction === 'DOWN' ? `(0, ${Math.ceil(least)})` : `(${Math.ceil(least)}, 0)`,
    },
  }
}

const childrenOf = (machine: MachineDescription, state: State, variant: LayoutVariant): ElkNode[] => [
  ...state.initial.map(() => ({ id: `${state.id} start`, width: 9, height: 9 })),
  ...state.states.map(child => nodeOf(machine, child, variant)),
]

const labelSize = (lines: Line[]) => ({
  width: Math.ceil(Math.max(...lines.map(line => lineWidth(line, fontSize.label)))) + 6,
  height: lines.length * lineHeight + 3,
})

function edgesOf(state: State, arrows: Arrow[], variant: LayoutVariant): ElkExtendedEdge[] {
  const inner = (one: State): State[] => [one, ...one.states.flatMap(inner)]
  const starts = inner(state).flatMap(one =>
    one.initial.map(into => ({ id: `${one.id} start>${into}`, sources: [`${one.id} start`], targets: [into] })),
  )
  const order = inner(state).map(({ id }) => id)
  const within = new Set(order)
  const own = arrows.filter(({ from }) => within.has(from) && from !== state.id)
  return [
    ...starts,
    ...own.map(({ id, from, to, lines }) => {
      const isBack = variant.isInOrder && order.indexOf(from) > order.indexOf(to)
      return {
        id,
        sources: [isBack ? to : from],
        targets: [isBack ? from : to],
        labels: lines.length === 0 ? [] : [{ id: `${id} label`, text: id, ...labelSize(lines) }],
      }
    }),
  ]
}

/** Converts ELK's result to positions relative to the diagram's origin. */
function placedIn(machine: MachineDescription, root: ElkNode, arrows: Arrow[]): Layout {
  const states = new Map(machine.states.map(state => [state.id, state]))
  const byId = new Map(arrows.map(arrow => [arrow.id, arrow]))
  const corners = new Map<string, Point>()
  const layout: Layout = { width: root.width ?? 0, height: root.height ?? 0, states: [], arrows: [], starts: [] }
  const place = (node: ElkNode, [ox, oy]: Point) => {
    const [x, y] = [ox + (node.x ?? 0), oy + (node.y ?? 0)]
    corners.set(node.id, [x, y])
    const state = states.get(node.id)
    if (state && node !== root) {
      const notes = notesOf(machine, state)
      layout.states.push({ state, notes, x, y, width: node.width ?? 0, height: node.height ?? 0 })
    }
    for (const child of node.children ?? []) place(child, [x, y])
  }
  place(root, [0, 0])
  for (const edge of root.edges ?? []) {
    const [ox, oy] = corners.get((edge as { container?: string }).container ?? root.id) ?? [0, 0]
    const at = ({ x, y }: ElkPoint): Point => [x + ox, y + oy]
    const points = (edge.sections ?? [])
      .flatMap(one => [one.startPoint, ...(one.bendPoints ?? []), one.endPoint])
      .map(at)
    const arrow = byId.get(edge.id)
    const [label] = edge.labels ?? []
    if (!arrow) layout.starts.push({ into: edge.targets[0]!, points })
    else
      layout.arrows.push({
        arrow,
        points: edge.sources[0] === arrow.from ? points : points.toReversed(),
        label: label
          ? { x: (label.x ?? 0) + ox, y: (label.y ?? 0) + oy, width: label.width ?? 0, height: label.height ?? 0 }
          : null,
      })
  }
  return { ...layout, states: layout.states.map(placed => limitNotesWidth(placed, layout)) }
}

/** Limits the width of a container's notes to the space left of the edges that cross them, if a column fits there. */
function limitNotesWidth(placed: PlacedState, { arrows }: Layout): PlacedState {
  const { state, notes, x, y, width, height } = placed
  if (state.states.length === 0 || notes.length === 0) return placed
  const [top, least] = [y + height - footHeight(notes, footWidth(notes)), footWidth(notes)]
  const crossing = arrows.flatMap(({ points }) =>
    points.slice(1).flatMap(([bx, by], index) => {
      const [ax, ay] = points[index]!
      const isInFoot = Math.max(ay, by) > top && Math.min(ay, by) < y + height
      return isInFoot ? [Math.min(ax, bx)] : []
    }),
  )
  const room = Math.min(width, ...crossing.filter(at => at > x + least && at < x + width).map(at => at - x - 4))
  return room < width ? { ...placed, notesWidth: room } : placed
}

/** Lays out the content of a container with one variant. @returns null if ELK fails, which happens with some options */
async function layoutContent(
  machine: MachineDescription,
  container: State,
  variant: LayoutVariant,
): Promise<Layout | null> {
  const arrows = arrowsOf(machine, variant.label)
  const root: ElkNode = {
    id: container.id,
    children: childrenOf(machine, container, variant),
    edges: edgesOf(container, arrows, variant),
    layoutOptions: { ...variant.options, 'elk.padding': '[top=0,left=0,bottom=0,right=0]' },
  }
  const answer = await elk.layout(root).catch(() => null)
  return answer && placedIn(machine, answer, arrows)
}

/** The best variants of each container: their indexes in the list of variants. */
export type BestVariants = Record<string, number[]>

/**
 * The layouts of a container's content, without its frame: the best horizontal and the best vertical one, better one
 * first.
 *
 * @param bestVariants - containers in it use only the recorded variants; the best variants of others are added
 */
export async function bestLayouts(
  machine: MachineDescription,
  container: State,
  bestVariants: BestVariants,
): Promise<Layout[]> {
  const name = `${machine.id} ${container.id}`
  const best = new Map<string, { layout: Layout; cost: number; at: number }>()
  const count = arrowsOf(machine, widest).filter(({ from }) => from.startsWith(`${container.id}.`)).length
  const variants = [...variantsFor(count), ...compactVariants]
  const tooWide = new Set<string>()
  const attempt = async (at: number) => {
    const variant = variants[at]!
    const form = `${variant.direction} ${variant.isInOrder}`
    if (tooWide.has(form)) return
    const layout = await layoutContent(machine, container, variant)
    if (layout === null) return
    if (!compactVariants.includes(variant) && layout.width > widest * 1.4) tooWide.add(form)
    const cost = costOf(layout)
    if (cost < (best.get(variant.direction)?.cost ?? Infinity)) best.set(variant.direction, { layout, cost, at })
  }
  const known = bestVariants[name]
  if (known) for (const at of known) await attempt(at)
  else {
    const close = variants.length - compactVariants.length
    for (let at = 0; at < close; at += 1) await attempt(at)
    const isTooWide = [...best.values()].every(({ layout }) => layout.width > widest)
    if (isTooWide) {
      tooWide.clear()
      for (let at = close; at < variants.length; at += 1) await attempt(at)
    }
  }
  const sheets = [...best.values()].toSorted((a, b) => a.cost - b.cost)
  bestVariants[name] = sheets.map(({ at }) => at)
  return sheets.map(({ layout }) => layout)
}
