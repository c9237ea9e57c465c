/** A line of a plot: its points from left to right. */
export interface Line {
  name: string
  /** Numbers above 0. */
  points: readonly (readonly [x: number, y: number])[]
}

/** A panel of a plot. */
export interface Panel {
  title: string
  lines: readonly Line[]
}

const [width, height, left, top, right, bottom] = [524, 320, 56, 44, 140, 44]
const [plotWidth, plotHeight] = [width - left - right, height - top - bottom]
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b58900', '#7f7f7f', '#56b4e9']

/** Powers of ten from the one at or below the least value to the one at or above the greatest. */
function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(Math.ceil(Math.log10(Math.max(...values))), first + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at))
}

const scale = (ticks: readonly number[], length: number) => (value: number) =>
  ((Math.log10(value) - Math.log10(ticks[0]!)) / (Math.log10(ticks.at(-1)!) - Math.log10(ticks[0]!))) * length

/** Moves labels down until they are 12 pixels apart. */
function spread(labels: readonly { name: string; y: number }[]): Map<string, number> {
  const placed = new Map<string, number>()
  let last = -Infinity
  for (const { name, y } of labels.toSorted((a, b) => a.y - b.y)) {
    last = Math.max(y, last + 12)
    placed.set(name, last)
  }
  return placed
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const round = (value: number) => Math.round(value * 10) / 10

/**
 * Draws panels side by side as SVG, with logarithmic axes that all panels share.
 *
 * @param title - the text for who does not see the drawing
 */
export function plot(title: string, panels: readonly Panel[], axes: { x: string; y: string }): string {
  const points = panels.flatMap(panel => panel.lines.flatMap(line => line.points))
  const [xs, ys] = [decades(points.map(([x]) => x)), decades(points.map(([, y]) => y))]
  const toX = scale(xs, plotWidth)
  const toY = (value: number) => plotHeight - scale(ys, plotHeight)(value)
  const drawn = panels.map((panel, at) => {
    const ends = spread(panel.lines.map(({ name, points }) => ({ name, y: toY(points.at(-1)![1]) })))
    const grid = [
      ...xs.map(x => `<path class="grid" d="M${round(toX(x))} 0V${plotHeight}"/>`),
      ...xs.map(
        x => `<text x="${round(toX(x))}" y="${plotHeight + 16}" text-anchor="middle">${x.toLocaleString('en')}</text>`,
      ),
      ...ys.map(y => `<path class="grid" d="M0 ${round(toY(y))}H${plotWidth}"/>`),
      ...ys.map(y => `<text x="-6" y="${round(toY(y)) + 4}" text-anchor="end">${y.toLocaleString('en')}</text>`),
    ]
    const lines = panel.lines.map(({ name, points }, index) => {
      const colour = colours[index % colours.length]!
      const path = points.map(([x, y], step) => `${step === 0 ? 'M' : 'L'}${round(toX(x))} ${round(toY(y))}`).join('')
      const label = `<text x="${plotWidth + 6}" y="${round(ends.get(name)!) + 4}" fill="${colour}">${escaped(name)}</text>`
      return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${label}`
    })
    return `<g transform="translate(${at * width + left} ${top})"><text class="title" x="0" y="-16">${escaped(panel.title)}</text>${grid.join('')}${lines.join('')}<text x="${plotWidth / 2}" y="${plotHeight + 34}" text-anchor="middle">${escaped(axes.x)}</text></g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panels.length * width} ${height}" role="img" aria-label="${escaped(title)}"><style>text{font:12px sans-serif}text:not([fill]){fill:#333}.title{font-weight:bold}.grid{stroke:#8884;fill:none}@media(prefers-color-scheme:dark){text:not([fill]){fill:#ddd}}</style><text x="8" y="14">${escaped(axes.y)}</text>${drawn.join('')}</svg>\n`
}
