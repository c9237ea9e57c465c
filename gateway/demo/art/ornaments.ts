import { type Box, type Canvas, short } from './canvas.ts'

/** Sun rays from a point. */
export function rays(
  canvas: Canvas,
  cx: number,
  cy: number,
  r: number,
  count: number,
  fill: string,
  opacity = 1,
): void {
  const at = (angle: number) => `${short(cx + r * Math.cos(angle))} ${short(cy + r * Math.sin(angle))}`
  const step = (Math.PI * 2) / count
  const each = Array.from(
    { length: count },
    (_, i) => `M${short(cx)} ${short(cy)}L${at(i * step)} ${at((i + 0.5) * step)}z`,
  )
  canvas.path(each.join(''), fill, `opacity="${opacity}"`)
}

/** Sea waves (seigaiha) over a box. */
export function waves(
  canvas: Canvas,
  { x, y, w, h }: Box,
  tile: number,
  stroke: string,
  opacity = 0.35,
  width = 1.6,
): void {
  const arcs = [0.48, 0.32, 0.16].flatMap(part =>
    [
      [0, tile / 2],
      [tile, tile / 2],
      [tile / 2, tile],
    ].map(([cx = 0, cy = 0]) => {
      const r = short(tile * part)
      return `M${short(cx - tile * part)} ${short(cy)}a${r} ${r} 0 0 1 ${short(tile * part * 2)} 0`
    }),
  )
  const inside =
    `x="${short(x)}" y="${short(y)}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse">` +
    `<path d="${arcs.join('')}" fill="none" stroke="${stroke}" stroke-width="${width}"/></pattern>`
  const id = canvas.define(inside, id => `<pattern id="${id}" ${inside}`)
  canvas.rect({ x, y, w, h }, `url(#${id})`, 0, `opacity="${opacity}"`)
}

/** A lattice of window frames over a box. */
export function lattice(
  canvas: Canvas,
  { x, y, w, h }: Box,
  tile: number,
  stroke: string,
  opacity = 0.4,
  width = 1.5,
): void {
  const [q, s] = [short(tile / 4), short(tile / 2)]
  const inside =
    `x="${short(x)}" y="${short(y)}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse">` +
    `<path d="M0 0h${tile}v${tile}H0zM${q} ${q}h${s}v${s}h-${s}zM${s} 0v${q}M${s} ${tile}v-${q}M0 ${s}h${q}` +
    `M${tile} ${s}h-${q}"` +
    ` fill="none" stroke="${stroke}" stroke-width="${width}"/></pattern>`
  const id = canvas.define(inside, id => `<pattern id="${id}" ${inside}`)
  canvas.rect({ x, y, w, h }, `url(#${id})`, 0, `opacity="${opacity}"`)
}

/** Dots in rows, every other row moved by half. */
export function dots(canvas: Canvas, { x, y, w, h }: Box, tile: number, r: number, fill: string, opacity = 1): void {
  const half = tile / 2
  const inside =
    `x="${short(x)}" y="${short(y)}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse">` +
    `<path d="M${half / 2} ${half / 2}v.01M${half * 1.5} ${half * 1.5}v.01" stroke="${fill}"` +
    ` stroke-width="${r * 2}"` +
    ` stroke-linecap="round"/></pattern>`
  const id = canvas.define(inside, id => `<pattern id="${id}" ${inside}`)
  canvas.rect({ x, y, w, h }, `url(#${id})`, 0, `opacity="${opacity}"`)
}

/** An auspicious cloud (xiangyun), about 64 wide at scale 1. */
export function cloud(canvas: Canvas, x: number, y: number, scale: number, fill: string, opacity = 1): void {
  const d = 'M0 20c0-7 6-11 12-9 1-8 9-13 17-10 5-5 15-4 18 3 8-2 15 4 14 11 6 0 10 3 11 5z'
  const at = `translate(${short(x)} ${short(y)}) scale(${Math.round(scale * 100) / 100})`
  canvas.path(d, fill, `opacity="${opacity}" transform="${at}"`)
}

/** A starburst sticker. */
export function burst(canvas: Canvas, x: number, y: number, r: number, points: number, fill: string): void {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const [angle, reach] = [(i / points) * Math.PI, i % 2 ? r * 0.87 : r]
    return `${short(x + reach * Math.cos(angle))} ${short(y + reach * Math.sin(angle))}`
  })
  canvas.path(`M${corners.join('L')}z`, fill)
}

/** Two ranges of hills along the bottom of a box, the nearer one darker. */
export function hills(canvas: Canvas, { x, y, w, h }: Box, far: string, near: string): void {
  const foot = `V${short(y + h)}H${short(x)}z`
  const at = (px: number, py: number) => `${short(x + w * px)} ${short(y + h * py)}`
  canvas.path(`M${at(0, 0.2)}Q${at(0.3, -0.16)} ${at(0.62, 0.14)}T${at(1, 0.02)}${foot}`, far)
  canvas.path(`M${at(0, 0.32)}Q${at(0.24, 0.08)} ${at(0.56, 0.28)}T${at(1, 0.16)}${foot}`, near)
}

/** Upright lines from `x0` to `x1`, one each `step`. */
export function uprights(x0: number, x1: number, y0: number, y1: number, step: number): string {
  const count = Math.max(0, Math.ceil((x1 - x0) / step))
  return Array.from({ length: count }, (_, i) => `M${short(x0 + i * step)} ${short(y0)}V${short(y1)}`).join('')
}
