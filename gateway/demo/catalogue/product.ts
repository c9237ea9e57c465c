import { tones } from '../art/light.ts'
import type { Art, Ground, Lang } from '../art/spec.ts'
import { brands, type BrandName } from './brands.ts'
import type { SeedAisle } from '../../database/goods.ts'
import type { DemoProduct } from './catalogue.ts'
import { aisles, type ShelfTitle } from './categories.ts'
import { featured } from './featured.ts'
import { labelOf } from './labels.ts'
import { multiBuys } from './multi-buys.ts'
import { pastPrices } from './past-prices.ts'
import { seasons } from './seasons.ts'

/** How goods are kept at home, in the words of the product page. */
const storage = {
  cupboard: 'Keep in a cool, dry cupboard and close the pack well after opening.',
  bottle: 'Keep in the cupboard, away from light; refrigerate after opening.',
  jar: 'Keep in the cupboard; refrigerate after opening and always use a clean, dry spoon.',
  tin: 'Keep in the cupboard. Once open, move to another container, refrigerate and use within 3 days.',
  carton: 'Keep in the cupboard. Once open, refrigerate and use within 4 days.',
  drink: 'Keep cool and out of the sun; best served chilled.',
  fridge: 'Keep refrigerated at 5 °C or below; see the pack for its use-by date.',
  raw: 'Keep refrigerated at 5 °C or below and cook within 2 days, or freeze on the day it arrives. Cook through.',
  freezer: 'Keep frozen at −18 °C or below. Do not refreeze once thawed.',
  crisper: 'Keep in the crisper of the fridge, unwashed and loosely wrapped; best within 4 days.',
  larder: 'Keep in a dry, airy place out of the sun.',
  ripen: 'Ripen at room temperature, then keep in the fridge and eat within 3 days.',
  dry: 'Keep dry and away from flames.',
}

const grounds: Record<string, Ground> = {
  rice: 'grain',
  noodles: 'grain',
  sauces: 'sauce',
  fresh: 'fresh',
  seafood: 'chill',
  frozen: 'chill',
  snacks: 'snack',
  tea: 'drink',
  tins: 'tin',
  gifts: 'gift',
}

const sizeAtEnd = /(?:,)? ((?:\d+ × )?[\d.]+ (?:kg|g|ml|L)|(?:tray|pack|box|tin) of \d+|bunch|each|loose|six)$/

/** The data of each product, from which all other fields are derived. */
interface Entry extends Pick<DemoProduct, 'id' | 'price' | 'special' | 'stock' | 'related' | 'keywords' | 'weighed'> {
  brand: BrandName
  /** Without the brand; ends in the pack size. */
  name: string
  second?: readonly [text: string, lang: Lang]
  shelf: ShelfTitle
  /** Shown instead of in or out of stock: 'Coming soon'. */
  awaited?: string
  lead: string
  about: string
  use: string
  keep: keyof typeof storage
  /** Allergens, in the words of the food standards code. */
  contains?: string
  art: Pick<Art, 'pack' | 'layout' | 'foods' | 'contents'> & {
    /** Only if the name is too long for a pack. */
    label?: string
    ground?: Ground
    colours?: Partial<Art['colours']>
  }
}

const shelfOf = (title: ShelfTitle): { id: number; aisle: SeedAisle } => {
  for (const aisle of aisles satisfies readonly SeedAisle[]) {
    const shelf = [aisle, ...aisle.children].find(one => one.title === title)
    if (shelf) return { id: shelf.id, aisle }
  }
  throw new Error(`No shelf is called ${title}`)
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll('×', 'x')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')

/** Text as HTML; a number and its unit stay on one line. */
const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/(?<=\d) (?=(?:k?g|m?l|mm|cm|°C|%)(?!\p{L}))/giu, '\u00A0')

/** Names the allergens only where there is no label to read them from. */
const descriptionOf = ({ brand, lead, about, use, keep, contains }: Entry, hasLabel: boolean) => {
  const allergens = contains ?? (brand === 'Lantern Fresh' ? null : 'no allergens declared; please check the pack')
  const isNamed = allergens !== null && !hasLabel
  const notes = [['To use', use], ['Storage', storage[keep]], ...(isNamed ? [['Contains', `${allergens}.`]] : [])]
  const items = notes.map(([title, text]) => `<li><strong>${title}:</strong> ${html(text!)}</li>`)
  return `<p>${html(lead)}</p><p>${html(about)}</p><ul>${items.join('')}</ul>`
}

/** Completes one entry of an aisle: its slug, code, description, and a pack in the colours of its maker. */
export function product(entry: Entry): DemoProduct {
  const { id, price, special, stock, related, keywords, awaited, weighed } = entry
  const maker = brands.find(brand => brand.name === entry.brand)!
  const isHouse = maker.name === 'Lantern Fresh'
  const shelf = shelfOf(entry.shelf)
  const rank = featured.indexOf(id) + 1
  const facts = labelOf(entry)
  const name = isHouse ? entry.name : `${maker.name} ${entry.name}`
  const second = entry.second && { text: entry.second[0], lang: entry.second[1] }
  const { pack, layout, foods, contents, label, ground, colours } = entry.art
  const floor = ground ?? grounds[shelf.aisle.image]!
  return {
    id,
    slug: slugOf(name),
    name,
    ...(second && { second }),
    brandId: maker.id,
    categoryId: shelf.id,
    code: `LL-${String(id).padStart(4, '0')}`,
    price,
    ...(special && { special }),
    stock,
    ...(awaited && { stockStatusId: 1, stockStatusDescription: awaited }),
    description: descriptionOf(entry, facts.allergens !== undefined),
    related,
    ...(rank > 0 && { featured: rank }),
    ...(keywords && { keywords }),
    ...facts,
    ...(weighed && { weighed }),
    ...(seasons[id] && { season: seasons[id] }),
    ...(multiBuys[id] && { multiBuy: multiBuys[id] }),
    ...(special && { priceChanges: pastPrices(id, price, special) }),
    art: {
      pack,
      ground: floor,
      tone: tones[floor],
      layout,
      colours: { ...maker.colours, ...colours },
      brand: isHouse ? '' : maker.name,
      label: label ?? entry.name.replace(sizeAtEnd, '').toUpperCase(),
      ...(second && { second }),
      size: sizeAtEnd.exec(name)?.[1] ?? '',
      foods,
      ...(contents && { contents }),
    },
  }
}
