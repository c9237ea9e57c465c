// Gathers the data of the drawings: letters as outlines (outlines.json) and food pictures (foods.json).
//
//   MODULES=/elsewhere/node_modules npx tsx gateway/demo/art/gather.mjs
//
// Run it after a name or a food was added to the catalogue: it includes the letters and the foods that the catalogue's
// products use, and no others. The emoji set does not have the foods of drawn-foods.ts. These packages are needed,
// installed elsewhere because the shop does not use them:
//   npm install fontkit svgo @iconify-json/fluent-emoji @fontsource/{chonburi,kanit,lilita-one,pattaya,caprasimo,
//   ma-shan-zheng,noto-serif-sc,noto-serif-tc,yuji-boku,dela-gothic-one,black-han-sans}
// The faces are under the SIL Open Font License, the food pictures under MIT; see NOTICE.
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { products } from '../catalogue/aisles/products.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const MODULES = process.env.MODULES ?? path.join(HERE, '../../node_modules')
const require = createRequire(path.join(MODULES, 'x.js'))
const fontkit = require('fontkit')
const { optimize } = require('svgo')

/**
 * The typefaces. `files`: the first file that has a letter provides it. `units` per em: as few as look clean at the sizes
 * in use. `langs`, `only`: the languages and letters, if it is not used for all. The kana of the brush face are too thin for a
 * label.
 */
const FACES = {
  serif: { units: 400, files: ['chonburi:latin:400', 'chonburi:vietnamese:400', 'chonburi:thai:400'] },
  grotesk: { units: 400, files: ['kanit:latin:700', 'kanit:latin-ext:700', 'kanit:vietnamese:700', 'kanit:thai:700'] },
  chunky: { units: 400, files: ['lilita-one:latin:400', 'lilita-one:latin-ext:400'] },
  script: { units: 300, files: ['pattaya:latin:400', 'pattaya:thai:400'], langs: ['th'] },
  soft: { units: 300, files: ['caprasimo:latin:400'] },
  brush: { units: 200, files: ['ma-shan-zheng:chinese-simplified:400'], langs: ['zh'] },
  song: {
    units: 250,
    files: ['noto-serif-tc:chinese-traditional:900', 'noto-serif-sc:chinese-simplified:900'],
    langs: ['zh', 'ja'],
  },
  boku: { units: 200, files: ['yuji-boku:japanese:400'], langs: ['ja'], only: /\p{Script=Han}/u },
  dela: { units: 400, files: ['dela-gothic-one:japanese:400', 'dela-gothic-one:latin:400'], langs: ['ja'] },
  hangul: { units: 400, files: ['black-han-sans:korean:400', 'black-han-sans:latin:400'], langs: ['ko'] },
}
const LATIN = ['serif', 'grotesk', 'chunky', 'script', 'soft', 'dela', 'hangul']

/** A letter with its combining marks; Thai sara am belongs to the letter before it. */
const CLUSTER = /[^\p{M}\u0e33][\p{M}\u0e33]*/gu
const basic = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('') + '×·é–’'
const vietnamese = 'ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝĂĐĨŨƠƯẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸ'

const names = products.flatMap(({ art }) => (art.second ? [art.second] : []))

/** The words in some languages, because the shape of a letter can depend on its neighbours. */
const wordsIn = langs => {
  const texts = names.filter(({ lang }) => !langs || langs.includes(lang)).map(({ text }) => text.normalize('NFC'))
  return [...new Set(texts.join(' ').match(/[^\x00-\x7f\p{P}\p{S}]+/gu) ?? [])]
}

function opened(spec) {
  const [family, subset, weight] = spec.split(':')
  const file = `${family}/files/${family}-${subset}-${weight}-normal.woff2`
  return fontkit.create(fs.readFileSync(path.join(MODULES, '@fontsource', file)))
}

/**
 * The outline of glyphs: one absolute move, then relative commands, so that changing two numbers moves it. Steps shorter
 * than `least` units, of which brush faces have many, are merged with the next.
 */
function outline(placed, scale, least) {
  let d = ''
  let [x, y, sx, sy] = [0, 0, 0, 0]
  const at = (px, py) => [Math.round(px * scale), Math.round(-py * scale)]
  const joined = numbers => numbers.map((n, i) => (i && n >= 0 ? ' ' : '') + n).join('')
  for (const { glyph, dx, dy } of placed) {
    for (const { command, args } of glyph.path.commands) {
      if (command === 'closePath') {
        d += 'z'
        ;[x, y] = [sx, sy]
        continue
      }
      const points = []
      for (let i = 0; i < args.length; i += 2) points.push(at(args[i] + dx, args[i + 1] + dy))
      const end = points.at(-1)
      if (command === 'moveTo') {
        d += d ? 'm' + joined([end[0] - x, end[1] - y]) : `M${end[0]} ${end[1]}`
        ;[sx, sy] = end
      } else if (Math.hypot(end[0] - x, end[1] - y) < least) {
        continue
      } else if (command === 'lineTo') {
        const [lx, ly] = [end[0] - x, end[1] - y]
        if (lx || ly) d += ly === 0 ? `h${lx}` : lx === 0 ? `v${ly}` : 'l' + joined([lx, ly])
      } else if (points.some(([px, py]) => px !== x || py !== y)) {
        d += (points.length === 2 ? 'q' : 'c') + joined(points.flatMap(([px, py]) => [px - x, py - y]))
      }
      ;[x, y] = end
    }
  }
  return d
}

/** How far above and below the line a cluster reaches. */
function reach(placed, scale) {
  const boxes = placed.filter(({ glyph }) => glyph.path.commands.length).map(({ glyph, dy }) => [glyph.bbox, dy])
  const top = Math.max(0, ...boxes.map(([box, dy]) => box.maxY + dy))
  const bottom = Math.min(0, ...boxes.map(([box, dy]) => box.minY + dy))
  return [Math.round(-top * scale), Math.round(-bottom * scale)]
}

/** Letters of one face: cluster to [advance, top, bottom, outline]. */
function letters(fonts, wanted, units) {
  const kept = {}
  for (const word of wanted) {
    const font = fonts.find(each => [...word].every(c => each.hasGlyphForCodePoint(c.codePointAt(0))))
    if (!font) continue
    const scale = units / font.unitsPerEm
    const run = font.layout(word)
    const starts = [...word.matchAll(CLUSTER)]
    let pen = 0
    const placed = run.glyphs.map((glyph, i) => {
      const p = run.positions[i]
      const one = { glyph, x: pen, dx: pen + p.xOffset, dy: p.yOffset, advance: p.xAdvance }
      pen += p.xAdvance
      return one
    })
    // Shaping keeps the glyphs of a cluster together; counting the letters that they represent separates the clusters.
    let taken = 0
    for (const [cluster] of starts) {
      const mine = []
      let codes = [...cluster.normalize('NFC')].length
      if (cluster.includes('\u0e33')) codes += 1
      while (taken < placed.length && codes > 0) {
        mine.push(placed[taken])
        codes -= Math.max(1, placed[taken].glyph.codePoints?.length ?? 1)
        taken += 1
      }
      if (!mine.length) continue
      const start = mine[0].x
      const advance = mine.reduce((sum, each) => sum + each.advance, 0)
      const moved = mine.map(each => ({ ...each, dx: each.dx - start }))
      kept[cluster] ??= [
        Math.round(advance * scale),
        ...reach(moved, scale),
        outline(moved, scale, units < 300 ? 4.5 : 0),
      ]
    }
  }
  return kept
}

function kerning(font, units) {
  const scale = units / font.unitsPerEm
  const wide = text => font.layout(text).advanceWidth
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
  const alone = Object.fromEntries(alphabet.map(c => [c, wide(c)]))
  const pairs = {}
  for (const a of alphabet) {
    for (const b of alphabet) {
      if (/[a-z]/.test(a) && /[A-Z]/.test(b)) continue
      const by = Math.round((wide(a + b) - alone[a] - alone[b]) * scale)
      if (Math.abs(by) >= 8) pairs[a + b] = by
    }
  }
  return pairs
}

const outlines = {}
for (const [name, { units, files, langs, only }] of Object.entries(FACES)) {
  const fonts = files.map(opened)
  const latin = LATIN.includes(name)
  const words = wordsIn(langs)
  // First single letters, then Thai words, in which a mark may have another position.
  const thai = words.filter(word => /\p{Script=Thai}/u.test(word))
  const letter = word => [...word].filter(c => !only || only.test(c))
  const others = words.filter(word => !/\p{Script=Thai}/u.test(word)).flatMap(letter)
  const whole = name === 'grotesk' ? [...vietnamese, ...vietnamese.toLowerCase()] : []
  const alphabet = latin ? [...basic, ...whole] : []
  const roman = fonts.find(font => font.hasGlyphForCodePoint(72))
  outlines[name] = {
    units,
    kern: latin && roman ? kerning(roman, units) : {},
    letters: letters(fonts, new Set([...alphabet, ...others, ...thai]), units),
  }
}

const emoji = JSON.parse(fs.readFileSync(path.join(MODULES, '@iconify-json/fluent-emoji/icons.json'), 'utf8')).icons
const named = new Set(products.flatMap(({ art }) => art.foods))

/** Removes invisible blurs, and steps of the others that have no effect. */
function simplerBlurs(svg) {
  const gone = new Set()
  const flat =
    /<filter ([^>]*)><feFlood[^>]*\/><feBlend[^>]*\/><feGaussianBlur[^>]*stdDeviation="([\d.]+)"[^>]*\/><\/filter>/g
  const simple = svg.replace(flat, (_, attributes, deviation) => {
    if (Number(deviation) > 0.15) return `<filter ${attributes}><feGaussianBlur stdDeviation="${deviation}"/></filter>`
    gone.add(/id="([^"]+)"/.exec(attributes)[1])
    return ''
  })
  return simple.replace(/ filter="url\(#([^)]+)\)"/g, (whole, id) => (gone.has(id) ? '' : whole))
}

/** Writes a repeated shape once. */
function sharedShapes(svg) {
  const times = new Map()
  for (const [, d] of svg.matchAll(/<path [^>]*\bd="([^"]+)"[^>]*\/>/g)) times.set(d, (times.get(d) ?? 0) + 1)
  const shared = [...times].filter(([d, n]) => n > 1 && d.length > 40).map(([d]) => d)
  const id = d => `s${shared.indexOf(d)}`
  const used = svg.replace(/<path ([^>]*)\bd="([^"]+)"([^>]*)\/>/g, (whole, before, d, after) =>
    shared.includes(d) ? `<use ${before}href="#${id(d)}"${after}/>` : whole,
  )
  const shapes = shared.map(d => `<path id="${id(d)}" d="${d}"/>`).join('')
  return shapes ? used.replace('</svg>', `<defs>${shapes}</defs></svg>`) : used
}

/** A tenth of one of the picture's 32 units is precise enough for the ends of a gradient. */
const shorterGradients = svg =>
  svg.replace(/<(?:linear|radial)Gradient [^>]*>/g, tag =>
    tag.replace(/ (x1|x2|y1|y2|cx|cy|r|fx|fy)="(-?[\d.]+)"/g, (whole, key, n) =>
      tag.includes('userSpaceOnUse') && !tag.includes('gradientTransform')
        ? ` ${key}="${String(Math.round(n * 10) / 10).replace(/^(-?)0\./, '$1.')}"`
        : whole,
    ),
  )

/** The minified body of a food picture; `~` marks the places where an id needs its prefix. */
function body(name) {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${emoji[name].body}</svg>`
  const overrides = { cleanupIds: { minify: true }, convertPathData: { floatPrecision: 1 } }
  const plugins = [{ name: 'preset-default', params: { overrides } }]
  const optimized = svg => optimize(svg, { multipass: true, floatPrecision: 2, plugins }).data
  return shorterGradients(sharedShapes(optimized(simplerBlurs(optimized(whole)))))
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/\bid="([^"]+)"/g, 'id="~$1"')
    .replace(/url\(#([^)]+)\)/g, 'url(#~$1)')
    .replace(/\bhref="#([^"]+)"/g, 'href="#~$1"')
}
const foods = Object.fromEntries(
  [...named]
    .filter(name => emoji[name])
    .sort()
    .map(name => [name, body(name)]),
)

const keep = (file, data) =>
  fs.writeFileSync(path.join(HERE, file), JSON.stringify(data, null, 1).replace(/\n {2,}/g, ' ') + '\n')
keep('outlines.json', outlines)
keep('foods.json', foods)
