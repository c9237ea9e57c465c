/** The tint of a product's background; one for each section of the shop. */
export type Ground = 'grain' | 'sauce' | 'fresh' | 'chill' | 'snack' | 'drink' | 'tin' | 'gift'

/** The packaging of a product; each is one template. `loose` and `basket` are produce without a printed pack. */
export type Pack =
  | 'pouch'
  | 'pillow'
  | 'sauceBottle'
  | 'squeeze'
  | 'jar'
  | 'can'
  | 'slimCan'
  | 'tin'
  | 'gable'
  | 'box'
  | 'tray'
  | 'cup'
  | 'sack'
  | 'tub'
  | 'roundTin'
  | 'basket'
  | 'loose'

/** The composition of the label: the places of the brand, the names and the food, and their backgrounds. */
export type Layout = 'band' | 'disc' | 'rays' | 'waves' | 'split' | 'arch' | 'seal' | 'lattice'

/** The second languages that labels are written in. */
export type Lang = 'zh' | 'ja' | 'ko' | 'th' | 'vi'

/** A label's four colours in hex: the pack, its shade, the accent, and text on the pack. */
export interface Colours {
  main: string
  deep: string
  accent: string
  ink: string
}

/** The data of one product's drawings. */
export interface Art {
  pack: Pack
  ground: Ground
  /** The background colour, as six hexadecimal digits: the gateway reads it. */
  tone: string
  layout: Layout
  colours: Colours
  /** The maker, 'Golden Paddy'; '' for loose produce. */
  brand: string
  /** The kind of product, in Latin capitals, at most about 20 characters: 'JASMINE RICE'. */
  label: string
  /** The name in the maker's own script; drawn large if there is one. */
  second?: { text: string; lang: Lang }
  /** '5 kg', '4 × 120 g', 'tray of 6', 'bunch'. */
  size: string
  /** Up to three names of foods.json or drawn-foods.ts: 'cooked-rice'. None is better than a different food. */
  foods: string[]
  /** Hex colours of the content of a jar or tray. */
  contents?: string[]
}

/** The drawn pictures of a product's gallery. A back label and a serving would show what the drawing doesn't know. */
export const drawnViews = ['front', 'detail', 'size'] as const

export type View = (typeof drawnViews)[number]
