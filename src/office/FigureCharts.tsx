import { lazy, Suspense, type ReactNode } from 'react'
import { Boundary } from '../system/Boundary.tsx'
import { barRow, columnsHeight, type ChartProps } from './figure-sizes.ts'

// the library that draws charts is loaded when the figures are shown, not with the other pages
const ColumnDrawing = lazy(() => import('./FigureDrawings.tsx').then(file => ({ default: file.ColumnDrawing })))
const BarDrawing = lazy(() => import('./FigureDrawings.tsx').then(file => ({ default: file.BarDrawing })))

/** Columns over time. Screen readers read the table beside it instead. */
export const ColumnChart = (props: ChartProps) => (
  <div aria-hidden="true" style={{ blockSize: columnsHeight }}>
    <Drawing>
      <ColumnDrawing {...props} />
    </Drawing>
  </div>
)

/** Bars below their names, the longest first. Screen readers read the table beside it instead. */
export const BarChart = (props: ChartProps) => (
  <div aria-hidden="true" translate="no" style={{ blockSize: props.values.length * barRow }}>
    <Drawing>
      <BarDrawing {...props} />
    </Drawing>
  </div>
)

/** A chart whose place is kept while its code is loaded. If that fails, the tables still show the figures. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <Boundary error={<p>This chart couldn’t be shown.</p>}>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
)
