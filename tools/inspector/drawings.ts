/** The charts as `npm run flows` draws them; each comes once it is wanted. */
const files = import.meta.glob<string>('../../docs/flows/*.svg', { query: '?raw', import: 'default' })

/** A chart's drawing: SVG that takes its colours from the page. */
export interface Drawing {
  svg: string
  /** In pixels. */
  width: number
  height: number
}

const drawings = new Map<string, Drawing>()

/** Brings a chart's drawing; its own style goes, since it would hold for everything else, too. */
export async function bringDrawing(chart: string): Promise<Drawing | undefined> {
  const known = drawings.get(chart)
  const load = files[`../../docs/flows/${chart}.svg`]
  if (known || !load) return known
  const svg = await load()
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  const drawing = {
    svg: svg.replace(/<style>[^]*?<\/style>/, '').replace(/ width="[\d.]+" height="[\d.]+"/, ''),
    width: Number(width),
    height: Number(height),
  }
  drawings.set(chart, drawing)
  return drawing
}

/** What a test run took of a chart; `npm run flows:book` keeps it. */
interface Taken {
  transitions: Record<string, number>
}

const runs = import.meta.glob<Record<string, Taken>>('../../docs/coverage.json', { import: 'default' })

/** How often the last test run took each transition, by chart and by name; null where none is kept. */
export async function bringTestRun(): Promise<((chart: string) => ReadonlyMap<string, number>) | null> {
  const [load] = Object.values(runs)
  const run = load && (await load())
  return run ? chart => new Map(Object.entries(run[chart]?.transitions ?? {})) : null
}
