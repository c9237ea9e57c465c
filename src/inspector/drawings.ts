/** The charts as `npm run flows` draws them; each comes once it is wanted. */
const files = import.meta.glob<string>('../../docs/flows/*.svg', { query: '?raw', import: 'default' })

/** A chart's drawing: SVG that takes its colours from the page. */
export interface Drawing {
  svg: string
  /** In pixels. */
  width: number
}

const drawings = new Map<string, Drawing>()

/** Brings a chart's drawing; its own style goes, since it would hold for everything else, too. */
export async function bringDrawing(chart: string): Promise<Drawing | undefined> {
  const known = drawings.get(chart)
  const load = files[`../../docs/flows/${chart}.svg`]
  if (known || !load) return known
  const svg = await load()
  const width = Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 800)
  const drawing = {
    svg: svg.replace(/<style>[^]*?<\/style>/, '').replace(/ width="[\d.]+" height="[\d.]+"/, ''),
    width,
  }
  drawings.set(chart, drawing)
  return drawing
}

const runs = import.meta.glob<Record<string, Record<string, number>>>('../../docs/coverage.json', { import: 'default' })

/** How often a test run took each transition, by chart and by name; null where none is kept. */
export async function bringTestRun(): Promise<Record<string, Record<string, number>> | null> {
  const [load] = Object.values(runs)
  return load ? load() : null
}
