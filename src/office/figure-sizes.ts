/** A value of a chart, in the order of its table. */
interface Value {
  key: string
  label: string
  value: number
}

export interface ChartProps {
  values: readonly Value[]
  /** How a value is written at the axis or the bar. */
  text: (value: number) => string
  tone?: 'failure'
}

/** Pixels of a chart of columns, from top to bottom. */
export const columnsHeight = 180
/** Pixels of a bar with its name, from top to bottom. */
export const barRow = 40
