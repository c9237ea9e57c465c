import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js'
import type { Chart, State } from './describe.ts'
import {
  arrowsOf,
  footHeight,
  footWidth,
  headHeight,
  letter,
  lineHeight,
  notesOf,
  runsWidth,
  sizeOf,
  type Arrow,
  type Note,
} from './sheet.ts'
import { lineWidth, widthOf, type Line } from './text.ts'

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
  /** Whether arrows against the order in which the chart names its states count as the way back; else ELK decides. */
  isInOrder: boolean
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
  'elk.spacing.portsSurrounding': '[top=12,left=12,bottom=12,right=12]',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.thoroughness': '20',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.networkSimplex.nodeFlexibility.default': 'NODE_SIZE',
  'elk.layered.layering.coffmanGraham.layerBound': '4',
}
interface Choice {
  isInOrder: boolean
  layering: string
  label: 'narrow' | 'wide'
  seed: number
}
const labelWidth = { RIGHT: { narrow: 130, wide: 200 }, DOWN: { narrow: 115, wide: 150 } }

const wayOf = (direction: Way['direction'], { isInOrder, layering, label, seed }: Choice): Way => ({
  direction,
  label: labelWidth[direction][label],
  isInOrder,
  options: {
    ...common,
    'elk.direction': direction,
    'elk.layered.cycleBreaking.strategy': 'GREEDY',
    'elk.layered.layering.strategy': layering,
    'elk.layered.edgeLabels.sideSelection': direction === 'RIGHT' ? 'ALWAYS_UP' : 'SMART_DOWN',
    'elk.randomSeed': String(seed),
  },
})

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Small sheets try more forms, large ones more chances: there the order of boxes is what matters. */
function waysFor(arrows: number): Way[] {
  const [narrow, wide] = ['narrow', 'wide'] as const
  if (arrows > 14) {
    const large = { layering: 'NETWORK_SIMPLEX', label: narrow }
    return [
      ...upTo(10).map(seed => wayOf('RIGHT', { ...large, isInOrder: false, seed })),
      ...upTo(2).map(seed => wayOf('RIGHT', { ...large, isInOrder: true, seed })),
      ...upTo(4).map(seed => wayOf('DOWN', { ...large, isInOrder: true, seed })),
      ...upTo(2).map(seed => wayOf('DOWN', { ...large, isInOrder: false, seed })),
    ]
  }
  const choices = [true, false].flatMap(isInOrder =>
    [narrow, wide].flatMap(label =>
      ['NETWORK_SIMPLEX', 'COFFMAN_GRAHAM'].map(layering => ({ isInOrder, layering, label, seed: 1 })),
    ),
  )
  return (['RIGHT', 'DOWN'] as const).flatMap(direction => choices.map(choice => wayOf(direction, choice)))
}

const widest = 1160
const padding = { region: 16 }
/** How wide a note of a container may be. */
const noteWidth = 420
const elk = new ELK()

const headWidth = (state: State) =>
  Math.max(widthOf(state.name, letter.region, true) + widthOf(state.description, letter.label) + 110, runsWidth(state))

/** What stands in a container beside its states: its head above, its own transitions below. */
function paddingOf(state: State, notes: Note[]) {
  const least = Math.max(headWidth(state), footWidth(notes))
  const { region } = padding
  return { top: headHeight(state, true), left: region, right: region, bottom: region + footHeight(notes, least), least }
}

function nodeOf(chart: Chart, state: State, way: Way): ElkNode {
  const notes = notesOf(chart, state, state.states.length > 0 ? noteWidth : 230)
  const ports = (node: ElkNode): ElkNode => ({
    ...node,
    layoutOptions: {
      'elk.nodeSize.constraints': '[MINIMUM_SIZE, PORTS]',
      'elk.nodeSize.minimum': `(${node.width}, ${node.height})`,
      ...node.layoutOptions,
    },
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

const labelSize = (lines: Line[]) => ({
  width: Math.ceil(Math.max(...lines.map(line => lineWidth(line, letter.label)))) + 6,
  height: lines.length * lineHeight + 3,
})

function edgesOf(state: State, arrows: Arrow[], way: Way): ElkExtendedEdge[] {
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
      const isBack = way.isInOrder && order.indexOf(from) > order.indexOf(to)
      return {
        id,
        sources: [isBack ? to : from],
        targets: [isBack ? from : to],
        labels: lines.length === 0 ? [] : [{ id: `${id} label`, text: id, ...labelSize(lines) }],
      }
    }),
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
  return layout
}

const between = (value: number, a: number, b: number) => value > Math.min(a, b) + 1 && value < Math.max(a, b) - 1

/** How often arrows cross. */
function crossingsOf(arrows: PlacedArrow[]): number {
  const pieces = arrows.flatMap(({ points }) => points.slice(1).map((to, index) => [points[index]!, to] as const))
  const upright = pieces.filter(([[ax], [bx]]) => Math.abs(ax - bx) < 0.5)
  return pieces
    .filter(([[, ay], [, by]]) => Math.abs(ay - by) < 0.5)
    .reduce((sum, [[ax, y], [bx]]) => {
      const crossed = upright.filter(([[x, cy], [, dy]]) => between(x, ax, bx) && between(y, cy, dy))
      return sum + crossed.length
    }, 0)
}

const lengthOf = (points: Point[]) =>
  points.slice(1).reduce((sum, [x, y], index) => {
    const [px, py] = points[index]!
    return sum + Math.abs(x - px) + Math.abs(y - py)
  }, 0)

/** Parts of a drawing that read against the order in which the chart names its states, from 0 to 1. */
function againstOrder({ states, arrows, starts, width, height }: Layout): number {
  const places = new Map(states.map(({ state, ...box }, index) => [state.id, { index, sum: box.x + box.y }]))
  const placeOf = (id: string) => places.get(id) ?? { index: 0, sum: 0 }
  const wrong = arrows.filter(({ arrow }) => {
    const [from, to] = [placeOf(arrow.from), placeOf(arrow.to)]
    return from.index < to.index !== from.sum < to.sum
  })
  const [x, y] = starts[0]?.points[0] ?? [0, 0]
  return wrong.length / Math.max(arrows.length, 1) / 2 + (x / width + y / height) / 4
}

/** The lower the better: what is too wide to be read counts most, then size, order, crossings and detours. */
function costOf(layout: Layout): number {
  const { width, height, arrows } = layout
  const detours = arrows.reduce((sum, { points }) => sum + lengthOf(points) * 60 + points.length * 1_500, 0)
  const size = width * height * (1 + againstOrder(layout) * 0.6)
  return size + detours + crossingsOf(arrows) * 8_000 + Math.max(0, width - widest) * 20_000
}

/** One container's states and arrows, without its frame: the best across and the best down, the better one first. */
async function sheetsOf(chart: Chart, container: State): Promise<Layout[]> {
  const best = new Map<string, { layout: Layout; cost: number }>()
  const count = arrowsOf(chart, widest).filter(({ from }) => from.startsWith(`${container.id}.`)).length
  for (const way of waysFor(count)) {
    const arrows = arrowsOf(chart, way.label)
    const root: ElkNode = {
      id: container.id,
      children: childrenOf(chart, container, way),
      edges: edgesOf(container, arrows, way),
      layoutOptions: { ...way.options, 'elk.padding': '[top=0,left=0,bottom=0,right=0]' },
    }
    // ELK fails on some sheets with some options, such as compound states whose arrows all lead out
    const answer = await elk.layout(root).catch(() => null)
    if (answer === null) continue
    const layout = placedIn(chart, answer, arrows)
    const cost = costOf(layout)
    if (cost < (best.get(way.direction)?.cost ?? Infinity)) best.set(way.direction, { layout, cost })
  }
  return [...best.values()].toSorted((a, b) => a.cost - b.cost).map(({ layout }) => layout)
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

/** A container with its frame around it, for each way its inside may be laid out. */
async function framesOf(chart: Chart, container: State): Promise<Layout[]> {
  const notes = notesOf(chart, container, noteWidth)
  const sheets = container.type === 'parallel' ? await regionsOf(chart, container) : await sheetsOf(chart, container)
  return sheets.map(sheet => {
    const { region } = padding
    const width = Math.max(sheet.width + 2 * region, headWidth(container), footWidth(notes))
    const top = headHeight(container, false)
    const height = sheet.height + top + region + footHeight(notes, width)
    const inner = shifted(sheet, region, top)
    return {
      ...inner,
      width,
      height,
      states: [{ state: container, notes, x: 0, y: 0, width, height }, ...inner.states],
    }
  })
}

const gap = 10

/** Puts regions side by side where there is room, in rows of equal height. */
function packed(regions: Layout[]): Layout {
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
      const { states, arrows, starts } = shifted(region, x, y)
      const [frame, ...rest] = states
      whole.states.push({ ...frame!, width: region.width + spare, height }, ...rest)
      whole.arrows.push(...arrows)
      whole.starts.push(...starts)
      x += region.width + spare + gap
    }
    y += height + gap
  }
  return { ...whole, height: y - gap }
}

/** Regions, each laid out in the way that makes the whole best. */
async function regionsOf(chart: Chart, container: State): Promise<Layout[]> {
  const choices = await Promise.all(container.states.map(state => framesOf(chart, state)))
  const all = choices.reduce<Layout[][]>((lists, next) => lists.flatMap(list => next.map(one => [...list, one])), [[]])
  const wholes = all.map(packed)
  return [wholes.reduce((best, one) => (costOf(one) < costOf(best) ? one : best))]
}

/** Where everything of a chart stands. */
export const layoutOf = async (chart: Chart): Promise<Layout> => {
  const frames = await framesOf(chart, chart.root)
  return frames.reduce((best, one) => (costOf(one) < costOf(best) ? one : best))
}
