import { sequenceAt, world, type Row } from './sequences.ts'
import { showIn } from './scroll-into-view.ts'
import type { Acts, Shown } from './state.ts'
import styles from './SequenceView.module.css'

interface Props {
  shown: Shown
  act: Acts
}

const laneWidth = 128
const centre = (lane: number) => 100 + lane * laneWidth

function Arrow({ row, isHere }: { row: Extract<Row, { is: 'arrow' }>; isHere: boolean }) {
  const { from, to, words, kind, place, y } = row
  const number = place !== null && (
    <text className={styles.number} x={10} y={y + 4}>
      {place}
    </text>
  )
  if (from === to) {
    const x = centre(from)
    return (
      <g className={styles.arrow} data-kind={kind} data-here={isHere || undefined}>
        {number}
        <path className={styles.line} d={`M${x + 5} ${y - 6}h22v12h-16`} />
        <path className={styles.head} d={`M${x + 6} ${y + 6}l8-4v8z`} />
        <text x={x + 34} y={y + 4}>
          {words}
        </text>
      </g>
    )
  }
  const way = to > from ? 1 : -1
  const [x1, x2] = [centre(from) + way * 5, centre(to) - way * 5]
  return (
    <g className={styles.arrow} data-kind={kind} data-here={isHere || undefined}>
      {number}
      <path className={styles.line} d={`M${x1} ${y}H${x2 - way * 6}`} />
      <path className={styles.head} d={`M${x2} ${y}l${-8 * way}-4v8z`} />
      <text x={Math.min(x1, x2) + 10} y={y - 6}>
        {words}
      </text>
    </g>
  )
}

function State({ row: { lane, words, y } }: { row: Extract<Row, { is: 'state' }> }) {
  const width = words.length * 6.6 + 18
  return (
    <g className={styles.state}>
      <rect x={centre(lane) - width / 2} y={y - 12} width={width} height={20} rx={6} />
      <text x={centre(lane)} y={y + 2} textAnchor="middle">
        {words}
      </text>
    </g>
  )
}

/** Scrolls the current entry into view. */
const comeIntoSight = (band: SVGRectElement | null) => {
  const canvas = band?.closest('[data-scrolls]')
  const { scrollLeft = 0 } = canvas ?? {}
  if (!band || !canvas) return
  showIn(canvas, band, 'middle')
  canvas.scrollLeft = scrollLeft // the band is as wide as all lanes
}

/** The messages around the current entry. */
export function SequenceView({ shown }: Props) {
  const { lanes, rows, here, height } = sequenceAt(shown.history, shown.moment.at)
  const width = centre(lanes.length - 1) + 90
  return (
    <div
      className={styles.canvas}
      data-scrolls
      role="group"
      aria-label="Sequence"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so focusable
      tabIndex={0}
    >
      <svg className={styles.lanes} width={width} height={48} aria-hidden="true">
        {lanes.map(({ path, name, isEffect }, lane) => (
          <g key={path} className={styles.lane} data-is={isEffect ? 'effect' : 'machine'}>
            <title>{path}</title>
            <rect x={centre(lane) - 58} y={10} width={116} height={28} rx={8} />
            <text x={centre(lane)} y={28} textAnchor="middle">
              {path === world ? 'the world' : name}
            </text>
          </g>
        ))}
      </svg>
      <svg width={width} height={height} role="img" aria-label={`Messages between ${lanes.length} actors`}>
        {here && (
          <rect
            key={shown.moment.at}
            ref={comeIntoSight}
            className={styles.here}
            x={0}
            y={here.from}
            width={width}
            height={here.to - here.from}
          />
        )}
        {lanes.map(({ path }, lane) => (
          <path key={path} className={styles.rail} d={`M${centre(lane)} 0V${height}`} />
        ))}
        {rows.map(row =>
          row.is === 'arrow' ? (
            <Arrow key={row.y} row={row} isHere={here !== null && row.y > here.from && row.y < here.to} />
          ) : (
            <State key={row.y} row={row} />
          ),
        )}
      </svg>
    </div>
  )
}
