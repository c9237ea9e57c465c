/** The tint of a product's background; one for each part of the shop. */
export type Ground = 'grain' | 'sauce' | 'fresh' | 'chill' | 'snack' | 'drink' | 'tin' | 'gift'

/** What a product comes in; each is one template. `loose` and `basket` are produce without a printed pack. */
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

/** How the label is composed: where the brand, the names and the food are, and on what. */
export type Layout = 'band' | 'disc' | 'rays' | 'waves' | 'split' | 'arch' | 'seal' | 'lattice'

/** The second languages that labels are written in. */
export type Lang = 'zh' | 'ja' | 'ko' | 'th' | 'vi'

/** A label's four inks, as hex colours: the pack, its shade, what catches the eye, and what is written on the pack. */
export interface Colours {
  main: string
  deep: string
  accent: string
  ink: string
}

/** Everything the drawing of one product is made from. */
export interface Art {
  pack: Pack
  ground: Ground
  /** The ground's colour, as six hexadecimal digits: the gateway reads it. */
  tone: string
  layout: Layout
  colours: Colours
  /** The maker, 'Golden Paddy'; '' for loose produce. */
  brand: string
  /** What it is, in Latin capitals, at most about 20 characters: 'JASMINE RICE'. */
  label: string
  /** The name in the maker's own script; drawn large where there is one. */
  second?: { text: string; lang: Lang }
  /** '5 kg', '4 × 120 g', 'tray of 6', 'bunch'. */
  size: string
  /** One to three names of the fluent-emoji set: 'cooked-rice'. */
  foods: string[]
  /** Hex colours of what is seen through the glass of a jar, or of what lies in a tray. */
  contents?: string[]
}

/** The five pictures of a product's gallery. */
export type View = 'front' | 'back' | 'serving' | 'detail' | 'size'
