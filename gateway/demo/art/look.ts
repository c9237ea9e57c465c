import { chanceOf, numberOf, pickBy } from './chance.ts'
import { contrast, deepened, lightness, mix, readable } from './colour.ts'
import { drawable } from './food.ts'
import type { Face } from './lettering.ts'
import type { Art, Lang } from './spec.ts'

/** The typefaces and colours of a label: chosen once per product, the same in all its views. */
export interface Look {
  art: Art
  slug: string
  foods: string[]
  /** The pack's own colour, from top to bottom, and the colour of text on it. */
  base: [string, string]
  onBase: string
  title: string
  /** The colour of bands and ribbons, and of text on them. */
  strip: string
  onStrip: string
  /** The light area behind the food, and the colour of text on it. */
  plate: string
  onPlate: string
  accent: string
  /** The colour of the flavour: hills, lids, second bands. */
  flavour: string
  dark: string
  brandFace: Face
  titleFace: Face
  /** A separate pseudorandom sequence for each use, so that a change of one does not affect the others. */
  chance: (place: string) => () => number
}

const CREAM = '#FFF8E8'

/** The colour of a food's flavour. */
const FLAVOURS: [names: RegExp, colour: string][] = [
  [/pepper|tomato|strawberr|cherr|red-|lobster|crab|shrimp|bacon|meat|fire/, '#C4281B'],
  [/mango|tangerine|orange|carrot|peach|sun|pumpkin/, '#E07B16'],
  [/lemon|banana|pineapple|corn|ginger|honey|custard|butter|cheese/, '#D9A312'],
  [/herb|leaf|lime|cucumber|broccoli|pea|kiwi|seedling|avocado|salad|melon|olive|tea|bamboo/, '#4B8B2B'],
  [/eggplant|grape|onion|sweet-potato|berr|taro/, '#6B3B93'],
  [/fish|squid|octopus|oyster|wave|rice-ball|sushi|ice/, '#1D6A93'],
  [/mushroom|chestnut|peanut|bean|potato|cookie|chocolate|bread|coffee|coconut|garlic/, '#8A5A2B'],
  [/dango|blossom|lotus|candy|lollipop|flower/, '#CF5580'],
]

function flavourOf({ foods, contents, colours }: Art): string {
  const colour = contents?.[0] ?? FLAVOURS.find(([names]) => names.test(foods[0] ?? ''))?.[1]
  return colour && lightness(colour) < 0.55 ? colour : colours.deep
}

const TITLE_FACES: Record<Lang, readonly [Face, ...Face[]]> = {
  zh: ['brush', 'song', 'brush'],
  ja: ['boku', 'dela', 'song'],
  ko: ['hangul'],
  th: ['grotesk', 'script', 'grotesk'],
  vi: ['serif', 'grotesk', 'serif'],
}

function brandFaceOf({ brand, second }: Art): Face {
  const latin: readonly [Face, ...Face[]] = ['serif', 'chunky', 'script', 'soft', 'grotesk', 'serif']
  const face = pickBy(brand, latin)
  if (second?.lang === 'ko' && numberOf(brand) % 2) return 'hangul'
  return second?.lang === 'ja' && numberOf(brand) % 2 ? 'dela' : face
}

function titleFaceOf(art: Art): Face {
  if (!art.second) return pickBy(art.brand + art.label, ['chunky', 'soft', 'script', 'serif'])
  return pickBy(art.brand, TITLE_FACES[art.second.lang] ?? ['song'])
}

type Cloth = Pick<Look, 'base' | 'strip'>

/** The colour schemes of a label from the same four colours: on the brand's colour, its shade, paper, or the flavour. */
function clothOf(art: Art, flavour: string, n: number): Cloth {
  const { main, deep, accent } = art.colours
  const bold: Cloth = { base: [main, mix(main, deep, 0.7)], strip: deep }
  const dark: Cloth = { base: [deep, mix(deep, '#0c0705', 0.35)], strip: main }
  const paper: Cloth = { base: [mix(accent, '#FFFDF6', 0.82), mix(accent, '#F7EBD2', 0.6)], strip: main }
  const taste: Cloth = { base: [deepened(flavour, 3.2), mix(deepened(flavour, 3.2), deep, 0.55)], strip: main }
  const bright: Cloth = { base: [mix(accent, '#ffffff', 0.12), accent], strip: main }
  const ways: Record<Art['layout'], [Cloth, ...Cloth[]]> = {
    band: [paper, bold, bright, paper],
    disc: [bold, taste, bold, dark],
    rays: [bright, bold, taste],
    waves: [dark, paper, bold],
    split: [bold, dark, taste, bright],
    arch: [bold, taste, dark],
    seal: [paper, dark, paper],
    lattice: [bold, dark, taste],
  }
  const several = ways[art.layout] ?? ways.band
  return several[n % several.length] ?? several[0]
}

/** Chooses the look of a product's label; its food pictures have at most the given number of bytes. */
export function lookOf(art: Art, slug: string, bytes: number): Look {
  const { main, deep, accent, ink } = art.colours
  const flavour = flavourOf(art)
  const { base, strip } = clothOf(art, flavour, numberOf(`cloth ${slug}`))
  const between = mix(base[0], base[1], 0.4)
  const plate = numberOf(`plate ${slug}`) % 3 ? CREAM : mix(accent, '#ffffff', 0.72)
  const dark = deepened(deep, 7)
  const clear = contrast(strip, between) > 1.35 ? strip : contrast(accent, between) > 1.5 ? accent : deep
  return {
    art,
    slug,
    foods: drawable(art.foods, bytes),
    base,
    onBase: readable(between, [ink, CREAM, deep, dark], 3.4),
    title: readable(between, numberOf(slug) % 2 ? [accent, CREAM, main, deep] : [main, CREAM, accent, deep], 3.6),
    strip: clear,
    onStrip: readable(clear, [ink, accent, CREAM, dark], 3.4),
    plate,
    onPlate: readable(plate, [main, deep, dark], 4.5),
    accent,
    flavour: deepened(flavour, 2.6),
    dark,
    brandFace: brandFaceOf(art),
    titleFace: titleFaceOf(art),
    chance: place => chanceOf(`${slug} ${place}`),
  }
}
