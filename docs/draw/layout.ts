import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js'
import type { Chart, State } from './describe.ts'
import { arrowsOf, letter, lineHeight, notesHeight, notesOf, notesWidth, sizeOf, type Arrow, type Note } from './sheet.ts'
import { lineWidth, widthOf } from './text.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface PlacedState extends Box {
  state: State
  notes: Note[]
}
export type Point = [x: number, y: number]
export interface PlacedArrow {
  arrow: Arrow
  points: Point[]
  /** Where its words stand; null if it has none. */
  label: Box | null
}
/** A drawing with all its positions, in pixels. */
export interface Layout {
  width: number
  height: number
  states: PlacedState[]
  arrows: PlacedArrow[]
  /** From the dot to the state one starts in. */
  starts: { into: string; points: Point[] }[]
}

/** A way to lay out a sheet; each is tried, the best is kept. */
interface Way {
  direction: 'DOWN' | 'RIGHT'
  /** How wide a label may be. */
  label: number
  options: Record<string, string>
}

const common = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelNode': '8',
  'elk.spacing.portPort': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.thoroughness': '20',
  'elk.randomSeed': '1',
}
const ways: Way[] = ['RIGHT', 'DOWN'].flatMap(direction =>
  ['NETWORK_SIMPLEX', 'BRANDES_KOEPF'].flatMap(placement =>
    ['DEPTH_FIRST', 'GREEDY'].map(
      (cycles): Way => ({
        direction: direction as Way['direction'],
        label: direction === 'RIGHT' ? 200 : 150,
        options: {
          ...common,
          'elk.direction': direction,
          'elk.layered.nodePlacement.strategy': placement,
          'elk.layered.cycleBreaking.strategy': cycles,
        },
      }),
    ),
  ),
)

const widest = 1160
const headHeight = 30
const padding = { region: 16, frame: 12 }
/** How wide a note of a container may be. */
const noteWidth = 420
const elk = new ELK()

const headWidth = ({ name, description }: State) =>
  widthOf(name, letter.region, true) + widthOf(description, letter.label) + 44

/** What stands in a container beside its states: its head above, its own transitions below. */
function paddingOf(state: State, notes: Note[]) {
  const foot = notes.length > 0 ? notesHeight(notes) + 12 : 0
  const { region } = padding
  return { top: headHeight + 8, left: region, right: region, bottom: region + foot, least: Math.max(headWidth(state), notesWidth(notes) + 32) }
}

function nodeOf(chart: Chart, state: State, way: Way): ElkNode {
  const notes = notesOf(chart, state, state.states.length > 0 ? noteWidth : 230)
  const ports = (node: ElkNode): ElkNode => ({
    ...node,
    layoutOptions: { 'elk.nodeSize.constraints': '[MINIMUM_SIZE, PORTS]', 'elk.nodeSize.minimum': `(${node.width}, ${node.height})`, ...node.layoutOptions },
  })
  if (state.states.length === 0) return ports({ id: state.id, ...sizeOf(state, notes) })
  const { top, left, right, bottom, least } = paddingOf(state, notes)
  return {
    id: state.id,
    children: childrenOf(chart, state, way),
    layoutOptions: {
      ...way.options,
      'elk.padding': `[top=${top},left=${left},bottom=${bottom},right=${right}]`,
      'elk.nodeSize.constraints': '[MINIMUM_SIZE, PORTS]',
      'elk.nodeSize.minimum': `(${Math.ceil(least)}, 0)`,
    },
  }
}

const childrenOf = (chart: Chart, state: State, way: Way): ElkNode[] => [
  ...state.initial.map(() => ({ id: `${state.id} start`, width: 9, height: 9 })),
  ...state.states.map(child => nodeOf(chart, child, way)),
]

function edgesOf(state: State, arrows: Arrow[]): ElkExtendedEdge[] {
  const inner = (one: State): State[] => [one, ...one.states.flatMap(inner)]
  const starts = inner(state).flatMap(one =>
    one.initial.map(into => ({ id: `${one.id} start>${into}`, sources: [`${one.id} start`], targets: [into] })),
  )
  const within = new Set(inner(state).map(({ id }) => id))
  const own = arrows.filter(({ from }) => within.has(from) && from !== state.id)
  return [
    ...starts,
    ...own.map(({ id, from, to, lines }) => ({
      id,
      sources: [from],
      targets: [to],
      labels: lines.length === 0 ? [] : [{ id: `${id} label`, text: id, width: Math.ceil(Math.max(...lines.map(line => lineWidth(line, letter.label)))) + 6, height: lines.length * lineHeight + 3 }],
    })),
  ]
}

/** ELK's answer, with positions counted from the corner of the sheet. */
function placedIn(chart: Chart, root: ElkNode, arrows: Arrow[]): Layout {
  const states = new Map(chart.states.map(state => [state.id, state]))
  const byId = new Map(arrows.map(arrow => [arrow.id, arrow]))
  const corners = new Map<string, Point>()
  const layout: Layout = { width: root.width ?? 0, height: root.height ?? 0, states: [], arrows: [], starts: [] }
  const place = (node: ElkNode, [ox, oy]: Point) => {
    const [x, y] = [ox + (node.x ?? 0), oy + (node.y ?? 0)]
    corners.set(node.id, [x, y])
    const state = states.get(node.id)
    if (state && node !== root) {
      const notes = notesOf(chart, state, state.states.length > 0 ? noteWidth : 230)
      layout.states.push({ state, notes, x, y, width: node.width ?? 0, height: node.height ?? 0 })
    }
    for (const child of node.children ?? []) place(child, [x, y])
  }
  place(root, [0, 0])
  for (const edge of root.edges ?? []) {
    const [ox, oy] = corners.get((edge as { container?: string }).container ?? root.id) ?? [0, 0]
    const at = ({ x, y }: ElkPoint): Point => [x + ox, y + oy]
    const points = (edge.sections ?? []).flatMap(one => [one.startPoint, ...(one.bendPoints ?? []), one.endPoint]).map(at)
    const arrow = byId.get(edge.id)
    const [label] = edge.labels ?? []
    if (!arrow) layout.starts.push({ into: edge.targets[0]!, points })
    else layout.arrows.push({ arrow, points, label: label ? { x: (label.x ?? 0) + ox, y: (label.y ?? 0) + oy, width: label.width ?? 0, height: label.height ?? 0 } : null })
  }
  return layout
}

/** The lower the better: what is too wide to be read counts most, then size, crossings and detours. */
export function costOf({ width, height, arrows }: Layout): number {
  const pieces = arrows.flatMap(({ points }) => points.slice(1).map((to, index) => [points[index]!, to] as const))
  const length = pieces.reduce((sum, [[ax, ay], [bx, by]]) => sum + Math.abs(ax - bx) + Math.abs(ay - by), 0)
  const flat = pieces.filter(([[, ay], [, by]]) => Math.abs(ay - by) < 0.5)
  const upright = pieces.filter(([[ax], [bx]]) => Math.abs(ax - bx) < 0.5)
  const between = (value: number, a: number, b: number) => value > Math.min(a, b) + 1 && value < Math.max(a, b) - 1
  const crossings = flat.reduce((sum, [[ax, y], [bx]]) => sum + upright.filter(([[x, cy], [, dy]]) => between(x, ax, bx) && between(y, cy, dy)).length, 0)
  return width * height + length * 60 + crossings * 6_000 + Math.max(0, width - widest) * 20_000
}

/** One container's states and arrows, without its frame. */
async function sheetOf(chart: Chart, container: State): Promise<Layout> {
  let best: { layout: Layout; cost: number; way: Way } | null = null
  for (const way of ways) {
    const arrows = arrowsOf(chart, way.label)
    const root: ElkNode = { id: container.id, children: childrenOf(chart, container, way), edges: edgesOf(container, arrows), layoutOptions: { ...way.options, 'elk.padding': '[top=0,left=0,bottom=0,right=0]' } }
    const layout = placedIn(chart, await elk.layout(root), arrows)
    const cost = costOf(layout)
    if (process.env.DRAW) console.log(container.id, way.direction, Object.values(way.options).slice(-2).join(), Math.round(layout.width), Math.round(layout.height), Math.round(cost / 1000))
    if (!best || cost < best.cost) best = { layout, cost, way }
  }
  return best!.layout
}

const shifted = (layout: Layout, dx: number, dy: number): Layout => {
  const move = <Shape extends Box>(box: Shape): Shape => ({ ...box, x: box.x + dx, y: box.y + dy })
  const points = (list: Point[]) => list.map(([x, y]): Point => [x + dx, y + dy])
  return {
    ...layout,
    states: layout.states.map(move),
    arrows: layout.arrows.map(one => ({ ...one, points: points(one.points), label: one.label && move(one.label) })),
    starts: layout.starts.map(one => ({ ...one, points: points(one.points) })),
  }
}

/** A container with its frame around it. */
async function framed(chart: Chart, container: State): Promise<Layout> {
  const notes = notesOf(chart, container, noteWidth)
  const { top, left, bottom, right, least } = paddingOf(container, notes)
  const sheet = container.type === 'parallel' ? await regionsOf(chart, container) : await sheetOf(chart, container)
  const width = Math.max(sheet.width + left + right, least)
  const height = sheet.height + top + bottom
  const inner = shifted(sheet, left, top)
  return { ...inner, width, height, states: [{ state: container, notes, x: 0, y: 0, width, height }, ...inner.states] }
}

/** Regions side by side where there is room, in rows of equal height. */
async function regionsOf(chart: Chart, container: State): Promise<Layout> {
  const regions = await Promise.all(container.states.map(state => framed(chart, state)))
  const gap = 10
  const rows: Layout[][] = []
  for (const region of regions) {
    const row = rows.at(-1)
    const used = row?.reduce((sum, { width }) => sum + width + gap, 0) ?? 0
    if (row && used + region.width <= widest) row.push(region)
    else rows.push([region])
  }
  const full = Math.max(...rows.map(row => row.reduce((sum, { width }) => sum + width + gap, -gap)))
  const whole: Layout = { width: full, height: 0, states: [], arrows: [], starts: [] }
  let y = 0
  for (const row of rows) {
    const height = Math.max(...row.map(one => one.height))
    const spare = (full - row.reduce((sum, { width }) => sum + width + gap, -gap)) / row.length
    let x = 0
    for (const region of row) {
      const [frame, ...rest] = shifted(region, x, y).states
      const { arrows, starts } = shifted(region, x, y)
      whole.states.push({ ...frame!, width: region.width + spare, height }, ...rest)
      whole.arrows.push(...arrows)
      whole.starts.push(...starts)
      x += region.width + spare + gap
    }
    y += height + gap
  }
  return { ...whole, height: y - gap }
}

/** Where everything of a chart stands. */
export const layoutOf = (chart: Chart): Promise<Layout> => framed(chart, chart.root)
