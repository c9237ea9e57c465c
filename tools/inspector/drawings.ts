/** The diagrams that `npm run flows` writes; each is loaded when it is needed. */
const files = import.meta.glob<string>('../../docs/flows/*.svg', { query: '?raw', import: 'default' })

/** A machine's diagram: SVG that takes its colours from the page. */
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

/** What a test run took of a machine; `npm run flows:book` keeps it. */
interface Taken {
  transitions: Record<string, number>
}

const runs = import.meta.glob<Record<string, Taken>>('../../docs/coverage.json', { import: 'default' })

/** How often the last test run took each transition, by machine and by name; null where none is kept. */
export async function bringTestRun(): Promise<((machine: string) => ReadonlyMap<string, number>) | null> {
  const [load] = Object.values(runs)
  const run = load && (await load())
  return run ? machine => new Map(Object.entries(run[machine]?.transitions ?? {})) : null
}
