/**
 * Foods that the emoji set has no picture of, or one in another colour or shape: drawn here, 32 × 32 units, in the
 * format of foods.json. `~` marks the places where an id needs its prefix. Their names are not names of the emoji set.
 */

const LIGHT =
  '<radialGradient id="~l" cx=".36" cy=".28" r=".78"><stop offset="0" stop-color="#fff" stop-opacity=".55"/>' +
  '<stop offset=".45" stop-color="#fff" stop-opacity=".06"/>' +
  '<stop offset="1" stop-color="#1a0d05" stop-opacity=".32"/></radialGradient>'

/** A complete drawing, lit from the upper left. */
const drawing = (...parts: string[]): string => LIGHT + parts.join('')

/** A shape in one colour, lit. */
const solid = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#~l)"/>`
const flat = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A lit ellipse. */
function ball(x: number, y: number, rx: number, fill: string, ry = rx, turn = 0): string {
  const shape = `cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"${turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''}`
  return `<ellipse ${shape} fill="${fill}"/><ellipse ${shape} fill="url(#~l)"/>`
}
const disc = (x: number, y: number, rx: number, fill: string, ry = rx): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

/** Parts moved, turned and scaled. */
const moved = (x: number, y: number, turn: number, scale: number, part: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${part}</g>`

type Spot = [x: number, y: number]

/** The places of a heap, the ones at the back first. */
const HEAP: Spot[] = [
  [12, 11],
  [19, 11],
  [8, 16],
  [15.5, 15.5],
  [23, 16],
  [5, 22],
  [12, 21.5],
  [19.5, 21.5],
  [27, 22],
  [9, 26.5],
  [16, 27],
  [23, 26.5],
]
const TRIO: Spot[] = [
  [16, 11],
  [9.5, 20.5],
  [22.5, 20.5],
]

const each = (spots: Spot[], part: (x: number, y: number, i: number) => string): string =>
  spots.map(([x, y], i) => part(x, y, i)).join('')

/** A heap of beans, pearls or seeds. */
const beans = (fill: string, rx = 4.1, ry = 3.5, mark = ''): string =>
  drawing(
    each(HEAP, (x, y, i) => {
      const turn = (i * 47) % 90
      return ball(x, y, rx, fill, ry, turn) + (mark && line(`M${x - 1} ${y + 0.6}l${i % 2 ? 1.8 : 1.2} .8`, mark, 0.8))
    }),
  )

/** A heap of sesame. */
const sesame = (under: string, first: string, second: string): string =>
  drawing(
    flat('M2 27C5 18 11 12 16 12s11 6 14 15c-8 3-20 3-28 0z', under),
    each([...HEAP, ...HEAP.map(([x, y]): Spot => [x * 0.7 + 5, y * 0.6 + 10])].slice(2), (x, y, i) =>
      ball(x, y, 1.9, i % 3 ? first : second, 1.2, (i * 61) % 180),
    ),
  )

/** A block seen a little from above; `top` and `side` are its other faces. */
const block = (x: number, y: number, w: number, h: number, front: string, top: string, side: string): string =>
  flat(`M${x} ${y}h${w}v${h}h${-w}z`, front) +
  flat(`M${x} ${y}l4-4h${w}l-4 4z`, top) +
  flat(`M${x + w} ${y}l4-4v${h}l-4 4z`, side) +
  `<path d="M${x} ${y}h${w}v${h}h${-w}z" fill="url(#~l)" opacity=".5"/>`
const cubes = (front: string, top: string, side: string): string =>
  drawing(
    block(9, 9, 9, 8, front, top, side),
    block(3, 18, 9, 8, front, top, side),
    block(15, 19, 9, 8, front, top, side),
  )

/** A lying cylinder with a cut end. */
const roll = (x: number, y: number, length: number, r: number, skin: string, end: string): string =>
  solid(`M${x} ${y - r}h${length}a${r * 0.5} ${r} 0 0 1 0 ${r * 2}h${-length}z`, skin) + disc(x, y, r * 0.5, end, r)

const DOME = 'M3.5 24C3 14 9 9 16 8c7 1 13 6 12.5 16 0 3.5-25 3.5-25 0z'
const PLEATS = 'M16 8.5c-2 2-5 5-6.5 9M16 8.5c-1 3-2 6-2 10M16 8.5c1 3 2 6 2.5 10M16 8.5c2 2 5 5 7 8.5'
const bun = (fill: string, crease: string, more = ''): string =>
  drawing(solid(DOME, fill), line(PLEATS, crease, 0.7), disc(16, 8.8, 1.8, crease, 1), more)

/** A round-bottomed bowl; its content is drawn between its back and its front. */
const bowl = (colour: string, rim: string, inside: string): string =>
  drawing(
    disc(16, 15, 13, rim, 4.6),
    inside,
    solid('M3 15c1 9 6 13 10 14h6c4-1 9-5 10-14-3 3-7 4.5-13 4.5S6 18 3 15z', colour),
  )
const grains = (fill: string, speck: string): string =>
  flat('M4.5 15C6 9 11 6 16 6s10 3 11.5 9c-2 3-6 4-11.5 4s-9.5-1-11.5-4z', fill) +
  line(
    'M9 13l1.5-1M13 10l1.5.7M18 9l1.5-.8M22 12l1.2 1M12 15l1.5.6M17 13l1.5-.8M20 15.5l1.5-.5M15 17l1.5.3',
    speck,
    1.1,
  )

/** A cup without a handle, and what is in it. */
const cup = (clay: string, tea: string): string =>
  drawing(
    solid('M6 11h20l-2.5 14c-.5 2.5-2 3.5-4 3.5h-7c-2 0-3.5-1-4-3.5z', clay),
    disc(16, 11, 10, clay, 3.4),
    disc(16, 11.4, 8.8, tea, 2.6),
  )

/** A glass of a drink with a light rim. */
const glass = (drink: string, more = ''): string =>
  drawing(
    flat('M8 4h16l-2 23c-.2 1.5-1 2-2 2h-8c-1 0-1.8-.5-2-2z', '#EAF2F5'),
    solid('M8.6 9h14.8l-1.6 17.5c-.1 1-.8 1.5-1.8 1.5h-8c-1 0-1.7-.5-1.8-1.5z', drink),
    disc(16, 9, 7.4, drink, 1.5),
    '<path d="M11 11l1.2 14" stroke="#fff" stroke-width="1.4" stroke-linecap="round" opacity=".55"/>',
    more,
  )

/** A plate of noodles. */
const noodles = (colour: string, shade: string, more = ''): string =>
  drawing(
    disc(16, 22, 14.5, '#E4DBC9', 7),
    disc(16, 21, 14, '#FFFDF6', 6.5),
    solid('M5 20c0-7 6-11 11-11s11 4 11 11c-2 4-20 4-22 0z', colour),
    line('M7 19c2-7 12-9 17-2M8 21c1-6 8-8 13-4M11 22c2-5 9-5 13-1M9 15c4-5 10-5 14-1M14 22c1-3 5-3 8-1', shade, 1),
    more,
  )
const friedEgg = disc(16, 12, 5, '#FFFDF4', 3.2) + ball(16, 11.7, 2.2, '#F5AE1E', 1.7)

const chilli = (skin: string): string =>
  drawing(
    solid('M8 6.5c4-1 5 1.5 5.5 4.5 1 6 6 10.5 15 13-12 4.5-24-2-24-13 0-2.5 1.5-4 3.5-4.5z', skin),
    flat('M4.5 9c0-3 2-4 4.5-4s4.5 1.5 4.8 4.5c-2-1-3-.5-4.3.5-1.5-1.5-3-1.5-5-1z', '#4C8A2A'),
    line('M8.5 5.5c-.5-1.5-1.5-2.5-3-3', '#4C8A2A', 1.6),
  )

const leafOf = (colour: string, vein: string): string =>
  solid('M0 0C-5-3-5-10 0-14 5-10 5-3 0 0z', colour) + line('M0 0V-11', vein, 0.6)

const teaLeaves = drawing(
  moved(16, 28, -48, 1.3, leafOf('#5E8F36', '#BFD98A')),
  moved(16, 28, 48, 1.3, leafOf('#4B7F2B', '#BFD98A')),
  moved(16, 26, 0, 1.5, leafOf('#7FAF45', '#D6EAA8')),
)

const stalk = (x: number, turn: number, green: string, pale: string): string =>
  moved(
    x,
    30,
    turn,
    1,
    flat('M-1.8 0C-2-9-1.6-18 0-27 1.6-18 2-9 1.8 0z', green) +
      solid('M-1.9 0-1.7-9H1.7L1.9 0C1.9 1.5-1.9 1.5-1.9 0z', pale),
  )

/** A wrinkled fruit. */
const plum = (x: number, y: number): string =>
  ball(x, y, 7, '#7A2E3E', 6) +
  line(`M${x - 4} ${y - 2}c2 1 3 3 2 5M${x} ${y - 4}c1 2 0 5 1 7M${x + 3} ${y - 3}c1 2 1 4 0 5`, '#4E1824', 0.8)

const prawnBody = 'M26 7C18 1 6 5 5 16c-.5 7 5 11 11 11l1.5-4.5c-4 0-6.5-2-5.5-6C13 11 19 10 25 12z'

const crabShell = 'M5 16c0-5 5-7 11-7s11 2 11 7c0 4-5 8-11 8S5 20 5 16z'

const leafBlade = (turn: number, colour: string): string =>
  moved(16, 30, turn, 1, solid('M-1.6 0C-3-9-2.5-19 0-28 2.5-19 3-9 1.6 0z', colour) + line('M0-1V-24', '#CFE6A8', 0.5))

const petals = (count: number, length: number, fill: string, wide: number): string =>
  Array.from({ length: count }, (_, i) =>
    moved(16, 16, Math.round((360 / count) * i), 1, ball(0, -length / 2 - 2, wide, fill, length / 2)),
  ).join('')

/** A round cake with a pressed pattern. */
const pressed = (fill: string, ink: string): string =>
  drawing(
    Array.from({ length: 12 }, (_, i) =>
      disc(
        Math.round(160 + 105 * Math.cos(i * 0.5236)) / 10,
        Math.round(170 + 90 * Math.sin(i * 0.5236)) / 10,
        3.6,
        fill,
      ),
    ).join(''),
    ball(16, 17, 11.5, fill, 10),
    `<ellipse cx="16" cy="16.5" rx="8.5" ry="7.2" fill="none" stroke="${ink}" stroke-width=".9"/>`,
    line('M16 11v11M10.5 16.5h11M12 13l8 7M20 13l-8 7', ink, 0.9),
  )

const scoop = (fill: string): string => ball(11.5, 12, 6, fill) + ball(20.5, 12, 6, fill) + ball(16, 8.5, 6, fill)
const rounds = (fill: string): string => ball(10.5, 14, 4, fill) + ball(21, 14, 4, fill) + ball(16, 16, 4.2, fill)

const slab = (x: number, y: number): string =>
  moved(
    x,
    y,
    0,
    1,
    solid('M-13-7h22l4 3v12c0 2-1 3-3 3h-22c-2 0-3-1-3-3v-12c0-2 1-3 2-3z', '#D9807A') +
      line('M-14-1c6-2 9 1 14 0s8-1 12 0M-14 5c6-2 9 1 14 0s8-1 12 0', '#FBEAE0', 2.2) +
      line('M-12.5-7.5h21.5l4 3', '#E9B98A', 2),
  )

/** The bodies of the drawn foods, by name. */
export const drawnFoods: Record<string, string> = {
  // Grains, beans and starches
  soybeans: beans('#E6CC86', 4.1, 3.7, '#A9803A'),
  'black-soybeans': beans('#2E2325', 4.1, 3.6),
  'red-adzuki': beans('#86262F', 3.9, 3, '#F3DDC4'),
  'mung-beans': beans('#6F8B34', 3.7, 3, '#E9EBC8'),
  'split-mung': beans('#EFC94C', 3.9, 2.8),
  'red-lentils': beans('#E8743B', 3.9, 2.6),
  'tapioca-pearls': beans('#2A1B17', 3.8, 3.8),
  'sesame-seeds': sesame('#D9C08A', '#F4E6C2', '#E2CB95'),
  'black-sesame': sesame('#2A2326', '#3B3236', '#1B1518'),
  flour: drawing(
    solid('M2 27C6 20 11 9 16 9s10 11 14 18c-8 3-20 3-28 0z', '#FCF8EE'),
    line('M18 18l9-9', '#B0793C', 2.6),
    solid('M11 18c3-3 6-3 9-1l-3 6c-3 1-6-2-6-5z', '#C99A5B'),
  ),
  'black-rice': bowl('#B5392B', '#7A2119', grains('#3A2438', '#6B4A68')),
  barley: drawing(
    line('M16 30V16', '#B98A32', 1.4),
    line('M16 8V1M13 9L9 2M19 9l4-7M11 12L6 5M21 12l5-7', '#D9B25A', 0.8),
    each(
      [
        [16, 9],
        [13, 12],
        [19, 12],
        [13, 16.5],
        [19, 16.5],
        [13.5, 21],
        [18.5, 21],
      ],
      (x, y) => ball(x, y, 2, '#D9AC4A', 3, x < 16 ? -20 : x > 16 ? 20 : 0),
    ),
  ),
  // Noodles
  'fried-noodles': noodles('#C98A3A', '#F0C06A', friedEgg),
  'yellow-noodles': noodles('#E9B23A', '#F9DC8A'),
  'rice-noodles': noodles('#F1E9D8', '#FFFEFA'),
  'glass-noodles': noodles('#B9A48C', '#DCCFBE'),
  'black-bean-noodles': noodles('#E3B85C', '#F5DC9A', solid('M9 14c2-5 12-5 14 0 1 4-15 4-14 0z', '#2C1A12')),
  'rice-paper-rounds': drawing(
    each(
      [
        [13, 13],
        [19, 18],
        [14, 20],
      ],
      (x, y) => `<circle cx="${x}" cy="${y}" r="10" fill="#FBF8F0" stroke="#DCD3C0" stroke-width=".6" opacity=".9"/>`,
    ),
    line('M9 17l10 8M9 21l7 6M13 15l9 8', '#E4DCCB', 0.5),
  ),
  // Vegetables, herbs and fruit
  'red-chilli': chilli('#D2280F'),
  'green-chilli': chilli('#5C9A2E'),
  'white-garlic': drawing(
    solid(
      'M16 3c.5 4 2 5.5 5 7.5 5 3 7 7 6.3 11C26.5 26 21.5 28 16 28S5.5 26 4.7 21.5C4 17.5 6 13.5 11 10.5c3-2 4.5-3.5 5-7.5z',
      '#F8F3E6',
    ),
    line('M16 9c-3 5-4 12-1.5 18M16 9c3 5 4 12 1.5 18M14 11c-5 3-7 8-6 13M18 11c5 3 7 8 6 13', '#D3C6A8', 0.7),
    line('M13 28.5h6', '#B9A27A', 1.4),
  ),
  'fresh-ginger': drawing(
    solid(
      'M2.5 20c0-4 4-6.5 8-5.5 2-2.5.5-7.5 3.5-9.5 3-1.5 5.5 1 4.8 4.5-.2 1.2 0 2 .7 2.5 3-1.5 8.5-2 9.7 1.7 1 3.3-2 5.3-5 5.3-.5 2.5 1.5 6-1.2 8-3 1.5-5-.8-5.3-4-4 2.5-15 3-15.2-3z',
      '#D8B078',
    ),
    line(
      'M14 9c1.2.6 2.6.7 4 .4M7 15c-.7 2-.7 4 0 6M12 15c-1 2-1 5 0 7M22.5 13c-.7 1.7-.6 3.5.2 5.5M19 23c1.2.2 2.5 0 3.7-.6',
      '#A67C42',
      0.7,
    ),
  ),
  'dark-eggplant': drawing(
    solid('M3 20C3 13 13 13 20 8c4-3 8-2 9 1 1 4-2 6-7 8-8 3-18 10-19 3z', '#4A1F4F'),
    flat('M23.5 6.5c3-1.5 6 0 6 3.5-1 2.5-3 3-5 3 1-2-.5-3-2-3 1-1 1.5-2.5 1-3.5zM28 7l3-3 1 1.5L29.5 8z', '#5E7A3A'),
  ),
  'white-coconut': drawing(
    ball(16, 16, 14, '#6B4426'),
    line('M5 9l2 2M3 16h3M5 24l2-2M12 28l1-3M22 28l-1-3', '#9A6C42', 0.8),
    disc(17, 15.5, 11.6, '#8A5C34'),
    disc(17, 15.5, 10.8, '#FFFEF8'),
    disc(18, 16, 7.2, '#F1EADB'),
    '<path d="M11 14a7.2 7.2 0 0 1 7-5.2" stroke="#CFC4AE" stroke-width="1.2" fill="none" stroke-linecap="round"/>',
  ),
  'nashi-pear': drawing(
    ball(16, 18, 12, '#CFA85C', 11.5),
    each(
      [
        [10, 14],
        [14, 20],
        [20, 14],
        [22, 21],
        [17, 26],
        [11, 24],
        [16, 12],
        [24, 17],
      ],
      (x, y) => disc(x, y, 0.5, '#F0DDAE'),
    ),
    flat('M13 8.5c1.5-1.2 4.5-1.2 6 0-1.5 1-4.5 1-6 0z', '#8A6A2E'),
    line('M16 8.5c0-2 .5-4 2-5.5', '#6B4A22', 1.3),
  ),
  'ripe-pineapple': drawing(
    flat(
      'M16 1c2 4 2 8 1 11h-2c-1-3-1-7 1-11zM15 12C10 11 8 8 8 4c4 1 7 4 7 8zM17 12c5-1 7-4 7-8-4 1-7 4-7 8z',
      '#3F7A3A',
    ),
    solid('M16 11c7 0 8.5 5 8.5 10S22 31 16 31s-8.5-5-8.5-10S9 11 16 11z', '#DDA02B'),
    line('M10 13l13 14M8 18l11 12M14 11.5L24 22M22 13L9 27M24 18L13 30M18 11.5L8 22', '#9A6517', 0.7),
  ),
  lychees: drawing(
    ball(11, 12, 9, '#C23049'),
    each(
      [
        [6, 9],
        [10, 6],
        [14, 8],
        [8, 13],
        [12, 12],
        [16, 13],
        [10, 17],
        [14, 17],
      ],
      (x, y) => disc(x, y, 1.1, '#E0687A'),
    ),
    line('M11 3.5c1-1.5 2-2 3.5-2', '#6B4A22', 1.2),
    ball(21, 20, 9.5, '#F7F1EC'),
    flat('M11.7 20c2-4 4 0 6-1s4-3 6-1 4-1 6.5 1c.5 6-3.5 10.5-9 10.5S11.5 25.5 11.7 20z', '#C23049'),
    each(
      [
        [14, 24],
        [18, 22],
        [22, 22],
        [26, 23],
        [17, 27],
        [21, 26],
        [25, 27],
      ],
      (x, y) => disc(x, y, 0.9, '#E0687A'),
    ),
  ),
  longans: drawing(
    ball(11, 12, 8.5, '#B98A4E'),
    line('M11 4c0-1.5 1-2.5 2.5-3', '#6B4A22', 1.2),
    ball(21, 20, 9, '#B98A4E'),
    disc(21, 20, 7.2, '#F5EFE2'),
    ball(21, 20, 3.6, '#2C1710'),
  ),
  'jackfruit-pods': drawing(
    each(TRIO, (x, y) =>
      moved(
        x,
        y,
        (x - 16) * 5,
        1,
        solid('M0-9c4 3 7 7 6 12-1 5-11 5-12 0-1-5 2-9 6-12z', '#F0B52E') +
          flat('M0-9c1 3 1 5 0 7-1-2-1-4 0-7z', '#B9801A'),
      ),
    ),
  ),
  'green-jackfruit': drawing(
    each(TRIO, (x, y) =>
      moved(
        x,
        y,
        (x - 16) * 6,
        1,
        solid('M-7 6C-8-3-3-9 0-10c4 2 8 8 7 16-4 2-10 2-14 0z', '#EADFB4') +
          line('M0-8V5M-3-4l1 9M3-4L2 5', '#C9B878', 0.8),
      ),
    ),
  ),
  yuzu: drawing(
    ball(16, 18, 12, '#F0BF2B', 11),
    each(
      [
        [10, 15],
        [15, 20],
        [21, 15],
        [23, 21],
        [17, 26],
        [11, 23],
      ],
      (x, y) => disc(x, y, 0.6, '#C9960F'),
    ),
    moved(16, 8, 62, 0.8, leafOf('#3F8F3A', '#BFD98A')),
    line('M16 8V5', '#6B4A22', 1.2),
  ),
  'chilled-persimmon': drawing(
    ball(16, 18, 13, '#F08A24', 11),
    flat('M16 9c2-3 7-3 9 0-1 3-4 4-6 4 1 2 0 4-3 5-3-1-4-3-3-5-2 0-5-1-6-4 2-3 7-3 9 0z', '#5E8A3A'),
  ),
  'white-daikon': drawing(
    flat('M7 9C3 8 1 5 2 2c3 0 5 2 6 5 0-3 2-5 5-6 1 3-1 6-4 8z', '#4F9E44'),
    solid('M6 9c3-3 7-3 10 0 6 6 12 14 14 21-7-2-17-6-23-12-3-3-4-6-1-9z', '#FDFBF3'),
    line('M12 12l-1.5 2M17 17l-2 2M22 22l-1.5 2', '#CFC7A8', 0.8),
  ),
  'wombok-head': drawing(
    solid(
      'M7 8c-1-3 2-5 4-4 1-3 4-4 6-2 2-2 6 0 6 2 3-1 5 2 4 4 1 3 0 8-1 12-1 6-4 11-10 11S7 26 6 20C5 16 5 11 7 8z',
      '#A3C967',
    ),
    solid('M10 7c0-2 2-3 3-2 1-2 5-2 6 0 2-1 4 1 3 3 1 6 0 17-6 22-6-5-7-16-6-23z', '#C4DD8C'),
    solid('M16 31c-6-1-9-5-10-11 3 1 5 3 6 6 0-5 1-10 4-15 3 5 4 10 4 15 1-3 3-5 6-6-1 6-4 10-10 11z', '#F8F7EA'),
    line('M16 30V13M13 26c-1-4 0-8 1-12M19 26c1-4 0-8-1-12M16 12V6M13 11l-2-3M19 11l2-3', '#DCE8B8', 0.7),
  ),
  'coriander-sprig': drawing(
    line('M16 31V14M16 24l-7-6M16 24l7-6', '#7FB055', 1.3),
    each(
      [
        [16, 9],
        [8, 15],
        [24, 15],
      ],
      (x, y) =>
        ball(x - 4, y + 1, 3.2, '#3F8F3A') +
        ball(x + 4, y + 1, 3.2, '#3F8F3A') +
        ball(x, y - 3, 3.6, '#4FA044') +
        line(`M${x} ${y + 4}v-7M${x} ${y + 3}l-4-2M${x} ${y + 3}l4-2`, '#CFE6A8', 0.5),
    ),
  ),
  'basil-sprig': drawing(
    line('M16 31V10', '#6B3F66', 1.5),
    moved(16, 24, -62, 0.85, leafOf('#3E8A3A', '#9CCB74')),
    moved(16, 24, 62, 0.85, leafOf('#357A33', '#9CCB74')),
    moved(16, 17, -48, 0.8, leafOf('#4B9440', '#9CCB74')),
    moved(16, 17, 48, 0.8, leafOf('#3E8A3A', '#9CCB74')),
    moved(16, 13, 0, 0.85, leafOf('#5AA848', '#BFE0A0')),
  ),
  'lemongrass-stalks': drawing(
    stalk(10, -14, '#9DB055', '#EFEBC8'),
    stalk(22, 14, '#8FA348', '#EFEBC8'),
    stalk(16, 0, '#A9BC63', '#F4F0D4'),
  ),
  'spring-onions': drawing(
    stalk(10, -16, '#3F8F3A', '#FBFCEF'),
    stalk(22, 16, '#357F33', '#FBFCEF'),
    stalk(16, 0, '#4B9E44', '#FFFFF8'),
  ),
  'pandan-blades': drawing(
    leafBlade(-34, '#3E8440'),
    leafBlade(34, '#3E8440'),
    leafBlade(-17, '#4B9448'),
    leafBlade(17, '#4B9448'),
    leafBlade(0, '#5AA553'),
  ),
  'bamboo-shoots': drawing(
    each(
      [
        [10, 0],
        [21, 4],
      ],
      (x, y) =>
        moved(
          x,
          y,
          0,
          1,
          solid('M0 4c4 6 6 14 6 22-4 2-8 2-12 0 0-8 2-16 6-22z', '#F1DFAC') +
            line('M-3 14h6M-4 18h8M-5 22h10M0 6v20', '#CFB470', 0.8),
        ),
    ),
  ),
  'water-chestnut-slices': drawing(
    each(
      TRIO,
      (x, y) => ball(x, y + 1.2, 8, '#D9CDB0', 6) + disc(x, y, 8, '#FBF7EA', 6) + disc(x, y, 5, '#F3ECD8', 3.6),
    ),
  ),
  'baby-corn-cobs': drawing(
    each(
      [
        [11, 16],
        [21, 16],
      ],
      (x, y) =>
        moved(
          x,
          y,
          (x - 16) * 3,
          1,
          solid('M0-14c4 4 5 12 4.5 20-1 8-8 8-9 0C-5-2-4-10 0-14z', '#F2D767') +
            line('M-1.5-8v20M1.5-8v20M-3.5-2h7M-4 2h8M-4 6h8M-3-6h6', '#CFA92E', 0.6),
        ),
    ),
  ),
  'mustard-leaves': drawing(
    solid('M16 2c8 3 12 10 9 17-2 5-5 7-9 11-4-4-7-6-9-11C4 12 8 5 16 2z', '#8C8C34'),
    solid('M16 30c-3-4-4-8-3.5-13L16 9l3.5 8c.5 5-.5 9-3.5 13z', '#C9C77A'),
    line('M16 26V8M16 17l-6-4M16 17l6-4M16 12l-4-4M16 12l4-4', '#E3E0A4', 0.6),
  ),
  'edamame-pods': drawing(
    each(
      [
        [15, 11],
        [17, 21],
      ],
      (x, y) =>
        moved(
          x,
          y,
          x < 16 ? -14 : 8,
          1,
          solid('M-13 1c2-4 5-5 8-4 2-2 6-2 8 0 3-1 6 0 10 3-4 3-7 5-10 4-3 2-6 2-8 0-3 1-6 0-8-3z', '#7BAF3F') +
            ball(-5, 0.5, 2.6, '#93C455') +
            ball(1, 0.8, 2.8, '#93C455') +
            ball(7, 0.8, 2.4, '#93C455'),
        ),
    ),
  ),
  'enoki-bunch': drawing(
    each(
      [
        [6, 9],
        [9, 5],
        [12, 8],
        [15, 4],
        [18, 7],
        [21, 4],
        [24, 8],
        [27, 6],
      ],
      (x, y) =>
        line(`M${16 + (x - 16) * 0.35} 28Q${16 + (x - 16) * 0.5} 18 ${x} ${y}`, '#F1E6CC', 1.7) +
        ball(x, y, 2.3, '#FFFAEC', 1.9),
    ),
    solid('M11 24h10l1 6H10z', '#DDC9A0'),
  ),
  'king-oyster': drawing(
    solid('M11 10c2 5 1 9-1 14-1 4 2 6 6 6s7-2 6-6c-2-5-3-9-1-14z', '#F5EBD8'),
    solid('M5 9c1-5 6-7 11-7s10 2 11 7c-3 4-19 4-22 0z', '#A9845A'),
    line('M13 12v13M16 12v14M19 12v13', '#DCC9A4', 0.6),
  ),
  'shiitake-cap': drawing(
    solid('M12 20h8l1.5 7c-2 2-9 2-11 0z', '#E3D0AE'),
    solid('M2 18C2 9 8 4 16 4s14 5 14 14c-4 5-24 5-28 0z', '#6B4428'),
    line('M9 10l4 3M16 7v5M23 10l-4 3M7 16l5-1M25 16l-5-1M16 16l-2-2M16 16l3-1.5', '#E8D3AE', 0.9),
  ),
  'straw-mushroom': drawing(
    each(
      [
        [11, 13],
        [21, 18],
      ],
      (x, y) =>
        solid(`M${x} ${y - 10}c6 0 8 7 8 12s-3 9-8 9-8-4-8-9 2-12 8-12z`, '#D8CAB2') +
        flat(`M${x} ${y - 10}c5.5 0 7.5 6 8 10-5 3-11 3-16 0 .5-4 2.5-10 8-10z`, '#6E5F52'),
    ),
  ),
  'bean-sprout': drawing(
    each(
      [
        [7, 0],
        [12, 2],
        [17, -1],
        [22, 2],
      ],
      (x, y) =>
        line(`M${x - 2} ${28 + y}c6-4-2-9 3-14 2-2 3-4 2-6`, '#FBF8EC', 2) +
        ball(x + 4.2, 7.5 + y, 2.2, '#E9D36A', 1.7, 40),
    ),
  ),
  'aloe-leaves': drawing(
    leafBlade(-48, '#6FA85A'),
    leafBlade(48, '#6FA85A'),
    leafBlade(-24, '#7FB868'),
    leafBlade(24, '#7FB868'),
    leafBlade(0, '#8FC678'),
  ),
  'winter-melon': drawing(
    solid('M2 16C2 9 9 6 17 6s13 4 13 10-5 10-13 10S2 23 2 16z', '#5C8A4A'),
    disc(24, 16, 6, '#D9E8C4', 9.5),
    disc(24, 16, 4.8, '#FBFCF2', 8),
    each(
      [
        [24, 12],
        [23, 16],
        [25, 19],
      ],
      (x, y) => disc(x, y, 0.7, '#CDB778', 1.1),
    ),
  ),
  'ginseng-root': drawing(
    solid(
      'M12 4c4-1 8 1 8 5 0 5 1 9 5 14 1 2 0 3-1 2-4-2-6-5-7-9-1 5-2 9-5 13-1 2-2 1-2-1 1-5 1-9 0-14-1-4-1-9 2-10z',
      '#D9B98A',
    ),
    line('M12 8h6M11.5 12h7M14 17h4', '#A98450', 0.7),
    line('M20 14c3 1 5 1 8 0M11 14c-3 2-5 2-7 5', '#D9B98A', 1.5),
  ),
  'jasmine-flower': drawing(
    moved(16, 20, 120, 1, leafOf('#4B8A3A', '#BFD98A')),
    moved(16, 20, -120, 1, leafOf('#4B8A3A', '#BFD98A')),
    petals(5, 11, '#FFFEF8', 4),
    disc(16, 16, 2, '#F2D767'),
  ),
  chrysanthemum: drawing(petals(16, 13, '#F8E9A8', 2.3), petals(10, 8, '#FFF6D0', 2), disc(16, 16, 3.4, '#E0B12E')),
  'sichuan-husks': drawing(
    each(HEAP, (x, y, i) =>
      moved(
        x,
        y,
        i * 70,
        1,
        ball(0, 0, 3.5, '#8E3325') +
          flat('M-2.6-1.5L2.6-1.5 0 3z', '#E3C9A2') +
          (i % 3 ? '' : disc(0, -0.3, 1.3, '#1c1214')),
      ),
    ),
  ),
  // Tofu, eggs, meat and fish
  'tofu-block': drawing(block(4, 12, 20, 14, '#FBF6E6', '#FFFDF5', '#E6DAB8')),
  'tofu-cubes': cubes('#F2DFAE', '#FAEFCF', '#D9BF78'),
  'tofu-puffs': cubes('#D99A3E', '#EDBB66', '#B0742A'),
  'pork-belly-slab': drawing(slab(16, 16)),
  'pork-rib': drawing(
    solid('M6 9c6-4 15-4 20 0 3 4 3 10 0 14-5 4-14 4-20 0-3-4-3-10 0-14z', '#D0685F'),
    line('M8 12c5-2 10-2 15 0M8 21c5 2 10 2 15 0', '#F0C4B8', 1.8),
    ball(25, 16, 4, '#F7EBDA', 5),
    disc(25, 16, 1.8, '#D9A08B', 2.6),
  ),
  'chicken-foot': drawing(
    line('M25 4L15 17M15 17L4 15M15 17L6 24M15 17l1 11', '#C9993F', 4.6),
    line('M25 4L15 17M15 17L4 15M15 17L6 24M15 17l1 11', '#F0D08C', 3.6),
    line('M4 15l-2-.5M6 24l-1.5 1.2M16 28v2', '#FFF6E0', 1.6),
  ),
  'lap-cheong-links': drawing(
    each(
      [
        [11, 16],
        [21, 16],
      ],
      (x, y) =>
        moved(
          x,
          y,
          8,
          1,
          solid('M-3.5-9c0-5 7-5 7 0V9c0 5-7 5-7 0z', '#8E2A22') +
            each(
              [
                [-1, -7],
                [1, -3],
                [-1.5, 1],
                [1, 5],
                [-0.5, 9],
              ],
              (a, b) => disc(a, b, 0.9, '#E9B9A8', 0.7),
            ),
        ),
    ),
    line('M12.5 4c0-3 7-3 9.5 0', '#C9A25A', 1),
  ),
  'raw-prawn': drawing(
    line('M13 24l-2 4M16 25l-1 4M9 21l-4 3M26 8c3-2 4-4 4-6M26 9c3-1 5-1 6-3', '#8A9796', 0.9),
    flat('M17 22.5l7 .5-3 2.5 4 2.5-9-1z', '#6F8486'),
    solid(prawnBody, '#A3B0AE'),
    line(
      'M20 4.5c-1 2-1 4 0 6M14 5c0 3 0 5 2 7M9 8c1 2 3 4 4 5M5.5 14c2 .5 4 1 6.5 1.5M7 22c2-1 4-2 5.5-3',
      '#52646A',
      1.5,
    ),
    disc(24, 7.5, 1, '#141414'),
  ),
  'silver-fish': drawing(
    flat('M12 9c2-3 6-4 9-3l-1 5zM13 22c1 2 4 3 6 3l-1-4z', '#7F929E'),
    solid('M1.5 16c5-8 16-9.5 22-2l7-5c-1.5 4.5-1.5 9.5 0 14l-7-5C17.5 25.5 6.5 24 1.5 16z', '#A9BAC4'),
    flat('M2 17c5 7 15 8 21 1.5-6 2-14 2-21-1.5z', '#E9EFF2'),
    line('M9 12c1.5 2.5 1.5 5.5 0 8M14 13c1 1 1 2 0 3M18 13c1 1 1 2 0 3', '#71838E', 0.8),
    disc(5.8, 15, 1, '#141c20'),
  ),
  'blue-crab': drawing(
    line('M7 19l-5 3 1 4M8 21l-4 5 2 3M25 19l5 3-1 4M24 21l4 5-2 3M7 13L3 10M25 13l4-3', '#4E7396', 1.8),
    solid('M3 10C0 7 1 2 6 2L5 5l4-1c0 4-3 6-6 6z', '#3F6E9E'),
    solid('M29 10c3-3 2-8-3-8l1 3-4-1c0 4 3 6 6 6z', '#3F6E9E'),
    solid(crabShell, '#5D7F8E'),
    line('M8 15l2-1M13 12.5l1.5.5M19 12.5l-1.5.5M24 15l-2-1M12 18l2 1M20 18l-2 1', '#C9D6D2', 0.9),
    disc(13, 9, 1, '#141c20'),
    disc(19, 9, 1, '#141c20'),
  ),
  'oyster-half-shell': drawing(
    solid('M4 13C5 6 12 2 19 4c7 1 11 7 9 14-2 8-9 12-15 10-7-2-11-8-9-15z', '#7F766B'),
    flat('M7 14c1-5 7-8 12-7 5 1 8 6 6 11-2 6-8 8-12 7-5-1-7-6-6-11z', '#ECE7DE'),
    ball(15.5, 16.5, 6.5, '#CFC5B4', 5.2, -20),
    line('M10 19c3 3 9 3 12-1', '#8C8273', 1),
  ),
  'scallop-meat': drawing(
    each(
      TRIO,
      (x, y) => solid(`M${x - 7} ${y - 1}v5c1 4 13 4 14 0v-5z`, '#F0E0C6') + disc(x, y - 1, 7, '#FCF5E8', 4.2),
    ),
  ),
  roe: drawing(each(HEAP, (x, y) => ball(x, y, 3.7, '#EE5E22') + disc(x + 0.9, y + 0.9, 1.1, '#FFC08A'))),
  'fish-balls': drawing(each(TRIO, (x, y) => ball(x, y, 7.2, '#F3E9D6'))),
  'crab-sticks': drawing(
    each(
      [
        [0, 9],
        [1, 16],
        [0, 23],
      ],
      (x, y) =>
        solid(`M${x + 3} ${y - 3}h24c2 0 2 6 0 6h-24c-2 0-2-6 0-6z`, '#FBF3EA') +
        flat(`M${x + 3} ${y - 3}h24c1 0 1.5 1 1.5 2.2h-27c0-1.2.5-2.2 1.5-2.2z`, '#D9432B') +
        line(`M${x + 5} ${y + 1.5}h20`, '#E3D3C4', 0.5),
    ),
  ),
  'grilled-eel': drawing(
    solid('M3 12c8-4 18-4 26-2 2 3 2 8 0 11-8 3-18 3-26-1-2-2-2-6 0-8z', '#8A4A1E'),
    line('M4 16c8-2 17-2 25 0', '#5A2A0E', 1.2),
    line('M8 12l-1 7M13 11l-1 9M18 11l-1 10M23 11l-1 9', '#6B3413', 0.9),
    line('M7 12.5c6-2 12-2 17-1', '#F0B060', 1.2),
  ),
  // Dumplings, buns and rolls
  'har-gow': drawing(
    ball(16, 20, 9, '#F2A58C', 5.5),
    '<path d="M3 22C3 12 10 7 17 7c8 0 12 7 12 14-6 5-20 5-26 1z" fill="#F8F1EA" opacity=".82"/>',
    '<path d="M3 22C3 12 10 7 17 7c8 0 12 7 12 14-6 5-20 5-26 1z" fill="url(#~l)"/>',
    line(
      'M6 15c2 0 3 1 4 3M9 11c2 1 3 3 4 5M13 8.5c1 2 2 4 2.5 7M18 7.5c0 3 0 5 0 7M23 9.5c-1 2-2 4-2 6M26.5 14c-1.5 1-2.5 2-3 4',
      '#D9CBBF',
      0.9,
    ),
  ),
  'siu-mai': drawing(
    solid('M6 12h20c0 5-1 10-2.5 15-3 2.5-12 2.5-15 0C7 22 6 17 6 12z', '#EFCB5C'),
    line('M9 15l1 10M13 16v11M19 16v11M23 15l-1 10', '#CBA238', 0.8),
    disc(16, 12, 10.5, '#F7DE8A', 4.8),
    ball(16, 11.5, 8.4, '#D79A86', 3.7),
    ball(16, 10.5, 2, '#F07A22', 1.5),
  ),
  'soup-dumpling': bun('#F5E6CB', '#CDB68C'),
  'steamed-bun': bun('#FBF5E8', '#D9CDB4'),
  mantou: drawing(solid('M4 24V15c0-6 6-8 12-8s12 2 12 8v9c0 3-24 3-24 0z', '#FBF5E8')),
  'pork-bun': bun(
    '#FBF5E8',
    '#D9CDB4',
    flat('M10 11c3-3 9-3 12 0-1 4-3 6-6 8-3-2-5-4-6-8z', '#8E3A22') +
      line('M10 11l3 3M22 11l-3 3M16 19v-4', '#FBF5E8', 1.2),
  ),
  'custard-bun': drawing(
    solid(DOME, '#FBF3E0'),
    flat('M10 17c2-4 10-4 12 0 1 6-2 9.5-6 9.5S9 23 10 17z', '#F7E2A8'),
    ball(16, 20.5, 4.8, '#F2AE1C', 4.4),
  ),
  'spring-rolls': drawing(
    moved(16, 11, -10, 1, roll(-10, 0, 20, 4.5, '#D6913A', '#F0C77A') + line('M-10-2c2 0 2 4 0 4', '#8A5A1E', 0.8)),
    moved(16, 21, -10, 1, roll(-10, 0, 20, 4.5, '#DE9D44', '#F0C77A') + line('M-10-2c2 0 2 4 0 4', '#8A5A1E', 0.8)),
  ),
  'samosa-triangle': drawing(
    solid('M16 3c2.5 0 14.5 20 13.5 23-1 3-26 3-27 0C1.5 23 13.5 3 16 3z', '#D79A44'),
    line('M16 5c-1 8-5 16-11 20M22 17c-4 4-9 7-14 8.5', '#A56C22', 0.9),
    each(
      [
        [14, 18],
        [20, 22],
        [12, 23],
        [18, 14],
      ],
      (x, y) => disc(x, y, 0.8, '#B97A2C'),
    ),
  ),
  'takoyaki-balls': drawing(
    each(
      TRIO,
      (x, y) =>
        ball(x, y, 7.2, '#C98A45') +
        flat(`M${x - 6} ${y - 2}c1-5 11-5 12 0-2 2-3 0-4.5 1.5s-3-.5-4.5.5-2-1-3-2z`, '#45200F') +
        line(`M${x - 3} ${y - 4}l6 1`, '#F7E9C0', 0.9) +
        disc(x + 1, y - 5, 0.6, '#5E9A3A'),
    ),
  ),
  tteok: drawing(
    each(
      [
        [12, 9],
        [15, 16],
        [11, 23],
      ],
      (x, y) => moved(x, y, -8, 1, roll(-7, 0, 22, 3.4, '#FDF9F0', '#F1E8D8')),
    ),
  ),
  'flaky-pancake': drawing(
    ball(16, 18, 14, '#D9A552', 10),
    disc(16, 16.5, 12.8, '#EFCB86', 8.6),
    line('M16 16.5c2-2 4 1 2 3-3 2-8 0-8-4 1-5 10-6 13-1 2 5-4 9-9 8', '#C08A3A', 1),
    each(
      [
        [10, 14],
        [20, 21],
        [22, 13],
        [12, 21],
      ],
      (x, y) => line(`M${x} ${y}l1.5.8`, '#4B9440', 1.1),
    ),
  ),
  'roti-round': drawing(
    ball(16, 18, 14, '#DDB06A', 10),
    disc(16, 16.5, 12.8, '#F3D9A4', 8.6),
    each(
      [
        [10, 14],
        [18, 12],
        [22, 17],
        [14, 19],
        [19, 21],
      ],
      (x, y) => disc(x, y, 1.9, '#B9803A', 1.1),
    ),
    line('M8 18c4-6 12-7 16-3M10 21c3-4 9-5 12-2', '#D9AE68', 0.8),
  ),
  // Sweets and cakes
  'nori-sheets': drawing(
    solid('M5 9l15-4 9 17-16 5z', '#1F3D2E'),
    solid('M3 12l15-4 9 17-16 5z', '#274B38'),
    line('M8 14l10-3M10 18l10-3M12 22l10-3', '#3E6B52', 0.7),
  ),
  'egg-roll-biscuits': drawing(
    moved(
      16,
      10,
      -12,
      1,
      roll(-10, 0, 21, 4.2, '#E3A94B', '#F5D58E') + line('M-10.5-2c2.5.5 2 4.5-.5 4', '#A5691E', 0.7),
    ),
    moved(
      16,
      20,
      -12,
      1,
      roll(-10, 0, 21, 4.2, '#E8B458', '#F5D58E') + line('M-10.5-2c2.5.5 2 4.5-.5 4', '#A5691E', 0.7),
    ),
  ),
  'pineapple-cake': drawing(
    block(4, 13, 18, 12, '#DDA24A', '#EDC27A', '#B9802E'),
    flat('M6 17h14v5h-14z', '#C97A17'),
    line('M8 19h3M13 20h4', '#F0B040', 0.9),
  ),
  'wife-cake': drawing(
    ball(16, 19, 14, '#C98A3A', 9),
    ball(16, 16.5, 13, '#E3B25E', 8.4),
    line('M12 14l4 4M18 13l4 4', '#8A5A1E', 1.1),
  ),
  'dorayaki-cake': drawing(
    solid('M3 22c2 5 24 5 26 0-3-2-23-2-26 0z', '#C98A45'),
    flat('M2.5 19.5h27c1 3-28 3-27 0z', '#5E1D22'),
    solid('M2 18C4 8 28 8 30 18c-4 3-24 3-28 0z', '#A5612A'),
    line('M5 19c6 1.6 16 1.6 22 0', '#E9BE82', 1),
  ),
  'castella-slice': drawing(
    block(4, 12, 20, 14, '#F2CF66', '#8A4A1C', '#DDB345'),
    flat('M4 12h20v1.8h-20zM4 24.2h20v1.8h-20z', '#9A5A24'),
  ),
  'haw-discs': drawing(
    each(
      [
        [11, 24],
        [11, 21],
        [11, 18],
        [11, 15],
      ],
      (x, y) => ball(x, y, 8, '#A83E3A', 3.2),
    ),
    disc(11, 14.5, 8, '#C65A50', 3.2),
    ball(23, 22, 7, '#B5463E', 5),
  ),
  'cured-plums': drawing(plum(16, 9), plum(9, 20), plum(22.5, 20)),
  'sesame-brittle': drawing(
    block(4, 14, 20, 10, '#C9924A', '#DDB06A', '#A5742F'),
    each(
      [
        [7, 17],
        [11, 21],
        [14, 16],
        [18, 20],
        [21, 17],
        [8, 22],
        [16, 23],
        [12, 11.5],
        [18, 11.8],
        [22, 11.3],
      ],
      (x, y) => disc(x, y, 0.9, '#F6E6BE', 0.6),
    ),
    each(
      [
        [10, 18],
        [17, 18],
      ],
      (x, y) => ball(x, y, 1.9, '#A86A35', 1.4),
    ),
  ),
  'prawn-chips': drawing(
    each(TRIO, (x, y) =>
      moved(
        x,
        y,
        (x - 16) * 8,
        1,
        solid('M-7 3c-3-5 1-11 7-10 6-1 10 4 8 9-3 5-11 6-15 1z', '#FBE9DC') +
          line('M-4 2c0-4 3-6 7-5M-1 3c1-2 3-3 5-2', '#E9BBA6', 0.9),
      ),
    ),
  ),
  'biscuit-sticks': drawing(
    each(
      [
        [9, 0],
        [16, 2],
        [23, 0],
      ],
      (x, y) =>
        moved(
          x,
          30 + y,
          (x - 16) * 1.5,
          1,
          line('M0-2V-8', '#D9A552', 2.2) + line('M0-8V-26', '#7FA34A', 2.8) + line('M-.7-9V-25', '#A9C77A', 0.7),
        ),
    ),
  ),
  'almond-biscuit': drawing(
    ball(16, 17, 13, '#D9A860', 12),
    line('M7 12l3 2M24 11l-3 3M9 24l3-2M24 23l-3-2M5 18h3M27 17h-3', '#A87A36', 0.9),
    moved(16, 22, 0, 0.75, solid('M0 0C-5-3-5-10 0-14 5-10 5-3 0 0z', '#8F5A2C')),
  ),
  'snow-skin-cake': pressed('#F8F0EE', '#E0BFC8'),
  'daifuku-cakes': drawing(
    solid('M2 20c0-7 4-10 9-10s9 3 9 10c0 3-18 3-18 0z', '#FDF8F3'),
    solid('M14 25c0-7 3-9 8-9s8 2 8 9c0 3-16 3-16 0z', '#FDF8F3'),
    disc(22, 22.5, 5.2, '#6B2028', 4),
    line('M20 22l1 1M23 21l1 1M22 24h1', '#9A4A50', 0.8),
  ),
  'green-mochi': drawing(
    solid('M2 20c0-7 4-10 9-10s9 3 9 10c0 3-18 3-18 0z', '#9DBB62'),
    solid('M14 25c0-7 3-9 8-9s8 2 8 9c0 3-16 3-16 0z', '#8FB055'),
    disc(22, 22.5, 5.2, '#DCE8BE', 4),
  ),
  'sakura-mochi': drawing(
    ball(16, 15, 11, '#F3B9C6', 9.5),
    solid('M4 16c6-3 18-3 24 0 1 7-5 12-12 12S3 23 4 16z', '#6E8A45'),
    line('M16 28V16M16 23l-7-5M16 23l7-5', '#A9BF7A', 0.7),
  ),
  'white-kirimochi': drawing(
    block(8, 8, 16, 7, '#FDFAF2', '#FFFFFF', '#E6DECB'),
    block(3, 19, 16, 7, '#FDFAF2', '#FFFFFF', '#E6DECB'),
  ),
  'nian-gao-cake': drawing(
    solid('M3 14v8c2 7 24 7 26 0v-8z', '#9A5A26'),
    disc(16, 14, 13, '#C68544', 5.5),
    line('M8 13c4-2 10-2 15-.5', '#E9B880', 0.9),
  ),
  'turnip-cake-slice': drawing(
    block(4, 13, 20, 12, '#EFE5D2', '#D9B27A', '#DACBAE'),
    each(
      [
        [8, 17],
        [13, 21],
        [18, 16],
        [21, 22],
        [9, 23],
      ],
      (x, y) => disc(x, y, 1, y % 2 ? '#C98B6A' : '#FFFDF6'),
    ),
  ),
  zongzi: drawing(
    solid('M16 3c3 2 14 19 13 22-2 4-24 4-26 0C2 22 13 5 16 3z', '#5E7F3A'),
    flat('M16 3c2 6 3 15 1 24.5 6 0 11-1 12-2.5 1-3-10-20-13-22z', '#4B6B2E'),
    line('M8 16c5 3 11 3 16 0M5 22c7 3 15 3 22 0', '#E9D9A8', 1),
  ),
  'banh-tet': drawing(
    roll(8, 17, 20, 9, '#55793A', '#EADFA8'),
    line('M14 8.5c2 5 2 12 0 17M20 8.5c2 5 2 12 0 17M26 9c2 5 2 11 0 16', '#D9CFA0', 0.8),
    disc(8, 17, 4.5, '#F5EED2', 9),
    disc(8, 17, 2.6, '#E6BE45', 5.6),
    disc(8, 17, 1.2, '#C98B7A', 2.6),
  ),
  laddus: drawing(
    each(
      TRIO,
      (x, y) =>
        ball(x, y, 7.2, '#E89A2B') +
        each(
          [
            [x - 2, y - 2],
            [x + 2, y - 1],
            [x, y + 3],
          ],
          (a, b) => disc(a, b, 0.8, '#B96A12'),
        ),
    ),
  ),
  'tang-yuan': bowl('#2B5C88', '#1E4468', disc(16, 15.5, 11.5, '#E9DFC6', 3.9) + rounds('#FFFDF8')),
  'taro-scoops': bowl('#EAE2D2', '#CFC4AE', scoop('#B79BC9')),
  'grass-jelly-cubes': cubes('#2A2320', '#4A403A', '#15100E'),
  'sugar-blocks': cubes('#8A5528', '#A9713C', '#68401C'),
  'lychee-jelly': drawing(
    solid('M6 11h20l-3 15c-.5 2-2 3-4 3h-6c-2 0-3.5-1-4-3z', '#F6E4E6'),
    ball(16, 20, 4.5, '#FFFDFA'),
    disc(16, 11, 10.5, '#F3C6CF', 3),
    flat('M26 11c3-1 4 1 4 2l-4 1z', '#E08A9A'),
  ),
  // Tea and drinks
  'tea-leaves': teaLeaves,
  'green-tea': cup('#7A8C7E', '#B5C452'),
  'red-tea': cup('#F3EDE2', '#A8431E'),
  'white-coffee': cup('#F3EDE2', '#B98B5E'),
  'matcha-bowl': bowl('#4A3B34', '#35291F', disc(16, 15.5, 11.5, '#8FB03E', 3.9) + disc(13, 15, 3, '#B4CD6E', 0.9)),
  'matcha-powder': drawing(
    solid('M2 27C6 20 11 9 16 9s10 11 14 18c-8 3-20 3-28 0z', '#86A83C'),
    line('M18 18l9-9', '#C9A25A', 2.2),
    solid('M11 18c3-3 6-3 9-1l-3 6c-3 1-6-2-6-5z', '#DDBB7A'),
  ),
  'pu-erh-cake': drawing(
    ball(16, 18, 14, '#3F2A1E', 10.5),
    disc(16, 16.5, 12.5, '#57392A', 8.8),
    disc(16, 16, 2.8, '#3A251A', 1.7),
    line('M8 15l3 1M21 12l3 1M11 21l3-1M20 20l3 1M14 11l2 1M24 17l-2-1', '#8A6446', 0.8),
  ),
  'thai-tea-glass': glass('#D9772B', flat('M8.6 9h14.8l-.3 4c-4 2-10 2-14.2 0z', '#F7E9D2')),
  'barley-tea-glass': glass('#9A6428'),
  'soy-milk-glass': glass('#F3E6C6'),
  'sesame-milk-glass': glass('#9A928C'),
  'coconut-water-glass': glass('#EEF2EC'),
  'milk-glass': glass('#FDFAF2'),
  // Assortments
  'noodle-packs': drawing(
    solid('M2 11l9-2 1 15-9 2z', '#B5392B'),
    solid('M20 10l10 2-2 14-9-2z', '#2F7A4A'),
    solid('M10 8h12l-2 20h-8z', '#E9B23A'),
    disc(16, 8, 6.5, '#FDF6E4', 2),
    flat('M11 14h10l-.5 6h-9z', '#B5392B'),
    flat('M4 15l6-1 .3 4-6 1zM22 15l6 1-.6 4-6-1z', '#FDF6E4'),
  ),
  'hot-pot-packs': drawing(
    solid('M3 12h9v15h-9z', '#7A1A0C'),
    solid('M2.5 8h10v4h-10z', '#C9992E'),
    flat('M3 16h9v6h-9z', '#FDF0D2'),
    solid('M15 2h3v6c3 2 4 4 4 7v12h-11V15c0-3 1-5 4-7z', '#2A1710'),
    flat('M11.5 17h10v7h-10z', '#F4E2B4'),
    solid('M21 13l9-1 1 15h-10z', '#6B2E5A'),
    flat('M22.5 17l7-.5.4 5-7 .5z', '#FDF0D2'),
  ),
}
