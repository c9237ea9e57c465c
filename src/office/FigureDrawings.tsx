import { AxisBottom, AxisLeft } from '@visx/axis'
import { ParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { barRow as row, columnsHeight as height, type ChartProps } from './figure-sizes.ts'
import styles from './FigureDrawings.module.css'

const tick = { fill: 'currentColor', fontSize: 12, fontFamily: 'inherit' } as const
const edge = { top: 10, right: 4, bottom: 26, left: 58 }
/** Pixels that a label below the axis needs. */
const labelWidth = 54

/** Columns over time, as wide as their place. */
export const ColumnDrawing = (props: ChartProps) => (
  <ParentSize debounceTime={0}>{({ width }) => width > 0 && <Columns {...props} width={width} />}</ParentSize>
)

function Columns({ values, text, tone, width }: ChartProps & { width: number }) {
  const inner = { width: Math.max(1, width - edge.left - edge.right), height: height - edge.top - edge.bottom }
  const x = scaleBand({ domain: values.map(({ key }) => key), range: [0, inner.width], padding: 0.25 })
  const highest = Math.max(1, ...values.map(({ value }) => value))
  const y = scaleLinear({ domain: [0, highest], range: [inner.height, 0], nice: true })
  const step = Math.ceil(values.length / Math.max(1, Math.floor(inner.width / labelWidth)))
  const labels = new Map(values.map(({ key, label }) => [key, label]))
  return (
    <svg className={styles.chart} width={width} height={height} focusable="false">
      <g transform={`translate(${edge.left},${edge.top})`}>
        {values.map(({ key, value }) => (
          <Bar
            key={key}
            className={styles.bar}
            data-tone={tone}
            x={x(key)}
            y={y(value)}
            width={x.bandwidth()}
            height={inner.height - y(value)}
          />
        ))}
        <AxisLeft
          scale={y}
          numTicks={4}
          tickValues={y.ticks(4).filter(Number.isInteger)}
          tickFormat={value => text(Number(value))}
          tickLabelProps={{ ...tick, textAnchor: 'end', dx: '-0.25em', dy: '0.3em' }}
          stroke="currentColor"
          tickStroke="currentColor"
        />
        <AxisBottom
          top={inner.height}
          scale={x}
          tickValues={values.filter((_, index) => index % step === 0).map(({ key }) => key)}
          tickFormat={key => labels.get(String(key)) ?? ''}
          tickLabelProps={{ ...tick, textAnchor: 'middle' }}
          stroke="currentColor"
          tickStroke="currentColor"
        />
      </g>
    </svg>
  )
}

/** Bars below their names, as wide as their place. */
export const BarDrawing = (props: ChartProps) => (
  <ParentSize debounceTime={0}>{({ width }) => width > 0 && <Bars {...props} width={width} />}</ParentSize>
)

function Bars({ values, text, tone, width }: ChartProps & { width: number }) {
  const x = scaleLinear({ domain: [0, Math.max(1, ...values.map(({ value }) => value))], range: [0, width - 48] })
  return (
    <svg className={styles.chart} width={width} height={values.length * row} focusable="false">
      {values.map(({ key, label, value }, index) => (
        <g key={key} transform={`translate(0,${index * row})`}>
          <text className={styles.label} y={14}>
            {label}
          </text>
          <Bar className={styles.bar} data-tone={tone} y={20} width={x(value)} height={12} />
          <text className={styles.label} x={x(value) + 6} y={30}>
            {text(value)}
          </text>
        </g>
      ))}
    </svg>
  )
}
