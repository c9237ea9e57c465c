/** The diagrams of `npm run flows`, loaded on demand. */
const files = import.meta.glob<string>('../../docs/flows/*.svg', { query: '?raw', import: 'default' })

/** A machine's diagram, an SVG with the page's colours. */
export interface Drawing {
  svg: string
  /** In pixels. */
  width: number
  height: number
}

const drawings = new Map<string, Drawing>()

/** Loads a machine's diagram without its style element, which would apply to the whole page. */
export async function bringDrawing(machine: string): Promise<Drawing | undefined> {
  const known = drawings.get(machine)
  const load = files[`../../docs/flows/${machine}.svg`]
  if (known || !load) return known
  const svg = await load()
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  const drawing = {
    svg: svg.replace(/<style>[^]*?<\/style>/, '').replace(/ width="[\d.]+" height="[\d.]+"/, ''),
    width: Number(width),
    height: Number(height),
  }
  drawings.set(machine, drawing)
  return drawing
}

/** The coverage of a machine, written by `npm run flows:book`. */
interface Taken {
  transitions: Record<string, number>
}

const runs = import.meta.glob<Record<string, Taken>>('../flows/page-coverage.json', { import: 'default' })

/** How often the last test run took each transition, by machine and id; null without a run. */
export async function bringTestRun(): Promise<((machine: string) => ReadonlyMap<string, number>) | null> {
  const [load] = Object.values(runs)
  const run = load && (await load())
  return run ? machine => new Map(Object.entries(run[machine]?.transitions ?? {})) : null
}
