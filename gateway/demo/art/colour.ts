type Rgb = [number, number, number]

function channels(hex: string): Rgb {
  const whole = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1, 7)
  const n = Number.parseInt(whole, 16)
  return Number.isNaN(n) ? [128, 128, 128] : [n >> 16, (n >> 8) & 255, n & 255]
}

/** A mix of two colours; `t` 0 is the first, 1 the second. */
export function mix(from: string, to: string, t: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((n, i) =>
      Math.round(n + ((b[i] ?? n) - n) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The relative luminance of a colour, 0…1, as in WCAG 2.2. */
export function lightness(hex: string): number {
  const [r, g, b] = channels(hex).map(n => {
    const c = n / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of two colours, 1…21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [lightness(a), lightness(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** The first of several text colours that is readable on a background, else the one with the highest contrast. */
export function readable(ground: string, inks: string[], least = 4): string {
  const good = inks.find(ink => contrast(ground, ink) >= least)
  if (good) return good
  const all = [...inks, '#ffffff', '#1c1512']
  return all.reduce((best, ink) => (contrast(ground, ink) > contrast(ground, best) ? ink : best))
}

/** A colour darkened until white text on it is readable. */
export function deepened(hex: string, least = 4): string {
  for (let t = 0; t < 1; t += 0.1) {
    const darker = mix(hex, '#160c08', t)
    if (contrast(darker, '#ffffff') >= least) return darker
  }
  return '#160c08'
}
