/** A layout variant: options for ELK. Each is tried, the best is used. */
export interface LayoutVariant {
  direction: 'DOWN' | 'RIGHT'
  /** The maximum width of a label, in pixels. */
  label: number
  /** Whether edges against the declaration order of states count as feedback edges; otherwise ELK decides. */
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

/** Narrower spacing and states of fixed width, for diagrams that are too wide otherwise. */
const compact = {
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

const variantOf = (
  direction: LayoutVariant['direction'],
  { isInOrder, layering, label, seed }: Choice,
): LayoutVariant => ({
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
    ...(label === 'close' && compact),
  },
})

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Small diagrams try more option combinations, large ones more random seeds, because their node order matters most. */
export function variantsFor(arrows: number): LayoutVariant[] {
  const [narrow, wide] = ['narrow', 'wide'] as const
  if (arrows > 14) {
    const large = { layering: 'NETWORK_SIMPLEX', label: narrow }
    return [
      ...upTo(10).map(seed => variantOf('RIGHT', { ...large, isInOrder: false, seed })),
      ...upTo(2).map(seed => variantOf('RIGHT', { ...large, isInOrder: true, seed })),
      ...upTo(4).map(seed => variantOf('DOWN', { ...large, isInOrder: true, seed })),
      ...upTo(2).map(seed => variantOf('DOWN', { ...large, isInOrder: false, seed })),
    ]
  }
  const choices = [true, false].flatMap(isInOrder =>
    [narrow, wide].flatMap(label =>
      ['NETWORK_SIMPLEX', 'COFFMAN_GRAHAM'].map(layering => ({ isInOrder, layering, label, seed: 1 })),
    ),
  )
  return (['RIGHT', 'DOWN'] as const).flatMap(direction => choices.map(choice => variantOf(direction, choice)))
}

/** Variants to try if all others are too wide to read without scaling. */
export const compactVariants: LayoutVariant[] = [
  ...upTo(10).map(seed => variantOf('DOWN', { isInOrder: false, layering: 'COFFMAN_GRAHAM', label: 'close', seed })),
  ...upTo(5).map(seed => variantOf('RIGHT', { isInOrder: false, layering: 'NETWORK_SIMPLEX', label: 'close', seed })),
  ...upTo(5).map(seed => variantOf('DOWN', { isInOrder: true, layering: 'NETWORK_SIMPLEX', label: 'close', seed })),
]
