/** A way to lay out a sheet; each is tried, the best is kept. */
export interface Way {
  direction: 'DOWN' | 'RIGHT'
  /** How wide a label may be. */
  label: number
  /** Whether arrows against the order in which the machine names its states count as the way back; else ELK decides. */
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
  'elk.layered.thoroughness': '10',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.networkSimplex.nodeFlexibility.default': 'NODE_SIZE',
  'elk.layered.layering.coffmanGraham.layerBound': '4',
}

/** For a sheet with more arrows than room: what lies closer together, and states that grow no wider than their rows allow. */
const close = {
  'elk.spacing.nodeNode': '16',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.labelNode': '6',
  'elk.spacing.portPort': '14',
  'elk.layered.layering.coffmanGraham.layerBound': '5',
  'elk.layered.nodePlacement.networkSimplex.nodeFlexibility.default': 'NODE_SIZE_WHERE_SPACE_PERMITS',
}

interface Choice {
  isInOrder: boolean
  layering: string
  label: 'close' | 'narrow' | 'wide'
  seed: number
}
const labelWidth = { RIGHT: { close: 110, narrow: 142, wide: 218 }, DOWN: { close: 90, narrow: 126, wide: 164 } }

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
    ...(label === 'close' && close),
  },
})

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Small sheets try more forms, large ones more chances: there the order of boxes is what matters. */
export function waysFor(arrows: number): Way[] {
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

/** What is tried where all else is too wide to be read without shrinking. */
export const closeWays: Way[] = [
  ...upTo(10).map(seed => wayOf('DOWN', { isInOrder: false, layering: 'COFFMAN_GRAHAM', label: 'close', seed })),
  ...upTo(5).map(seed => wayOf('RIGHT', { isInOrder: false, layering: 'NETWORK_SIMPLEX', label: 'close', seed })),
]
