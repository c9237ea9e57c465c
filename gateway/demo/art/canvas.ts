/** A stop of a gradient: offset, colour, opacity. */
export type Stop = [at: number, colour: string, opacity?: number]

/** A rectangle in drawing units. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** A number rounded to a tenth of a unit, to keep documents short. */
export const short = (n: number): number => Math.round(n * 10) / 10

const stopsOf = (stops: Stop[]) =>
  stops
    .map(([at, colour, opacity = 1]) => {
      const faint = opacity < 1 ? ` stop-opacity="${Math.round(opacity * 100) / 100}"` : ''
      const paint = colour.startsWith('#') ? `stop-color="${colour}"` : `class="${colour}"`
      return `<stop offset="${at}" ${paint}${faint}/>`
    })
    .join('')

/** A drawing in progress: its elements in order, and the definitions that they refer to (gradients, clips, pictures). */
export class Canvas {
  #marks = ''
  #defs = ''
  #styles = ''
  #ids = 0
  readonly #known = new Map<string, string>()

  /** Adds elements on top of the existing ones. */
  add(marks: string): this {
    this.#marks += marks
    return this
  }

  /** Adds CSS rules, such as the background of the dark scheme. */
  style(rules: string): this {
    this.#styles += rules
    return this
  }

  /** Stores a definition once per key. Returns its id. */
  define(key: string, definition: (id: string) => string): string {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const id = `k${(this.#ids++).toString(36)}`
    this.#known.set(key, id)
    this.#defs += definition(id)
    return id
  }

  /** A gradient along a line, downwards by default. Returns a value for `fill` or `stroke`. */
  linear(stops: Stop[], [x1, y1, x2, y2]: [number, number, number, number] = [0, 0, 0, 1]): string {
    const inside = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`
    return `url(#${this.define(inside, id => `<linearGradient id="${id}" ${inside}`)})`
  }

  /** A gradient from a centre outwards. Returns a value for `fill` or `stroke`. */
  radial(stops: Stop[], [cx, cy, r]: [number, number, number] = [0.5, 0.5, 0.5]): string {
    const inside = `cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`
    return `url(#${this.define(inside, id => `<radialGradient id="${id}" ${inside}`)})`
  }

  /** Clips the drawing to a path. */
  within(d: string, drawing: () => void): this {
    const id = this.define(`clip${d}`, id => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
    return this.group(`clip-path="url(#${id})"`, drawing)
  }

  /** Draws into a group with its own attributes. */
  group(attributes: string, drawing: () => void): this {
    this.#marks += `<g ${attributes}>`
    drawing()
    return this.add('</g>')
  }

  /** A filled path. */
  path(d: string, fill: string, more = ''): this {
    return this.add(`<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`)
  }

  /** A stroked path without a fill. */
  line(d: string, stroke: string, width: number, more = ''): this {
    return this.add(`<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${more && ` ${more}`}/>`)
  }

  /** A filled ellipse; a circle without `ry`. */
  oval(cx: number, cy: number, rx: number, fill: string, ry = rx, more = ''): this {
    const [x, y] = [short(cx), short(cy)]
    return this.add(
      `<ellipse cx="${x}" cy="${y}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"${more && ` ${more}`}/>`,
    )
  }

  /** A filled rectangle, optionally with rounded corners. */
  rect({ x, y, w, h }: Box, fill: string, r = 0, more = ''): this {
    const corner = r ? ` rx="${short(r)}"` : ''
    const [sx, sy, sw, sh] = [short(x), short(y), short(w), short(h)]
    return this.add(
      `<rect x="${sx}" y="${sy}" width="${sw}" height="${sh}"${corner} fill="${fill}"${more && ` ${more}`}/>`,
    )
  }

  /** The drawing as an SVG document. */
  document(w = 480, h = 480): string {
    const styles = this.#styles && `<style>${this.#styles}</style>`
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">` +
      `${styles}<defs>${this.#defs}</defs>${this.#marks}</svg>`
    )
  }
}
