import { previewFile, scalablePicture } from '#contract/pictures'
import { stockStatus } from '#contract/offer'
import { viewIn } from '#contract/list-paths'
import type { ShownProduct } from '#machines/catalogue/products'
import { picturesOf } from '../product/pictures.ts'
import { store } from '../store/store.ts'
import type { PageFacts } from './facts.ts'
import { headingOf, isHome } from './heading.ts'
import { priceText } from './linked-data.ts'
import { named, property } from './tags.ts'

/** Metadata that several formats need. */
export interface SharedMetadata {
  origin: string
  /** The canonical URL. */
  url: string
  description: string | null
}

/** A picture's absolute URL; null without a picture. */
function absolute(url: string, origin: string): string | null {
  const found = URL.canParse(url, origin) ? new URL(url, origin) : null
  return found && /^https?:$/.test(found.protocol) ? found.href : null
}

/** The page's pictures: the product's, or the first banner. */
export function picturesIn({ product, banners }: PageFacts, origin: string): { url: string; alt: string }[] {
  const pictures = product ? picturesOf(product) : banners.slice(0, 1).map(({ image, alt }) => ({ url: image, alt }))
  return pictures.flatMap(({ url, alt }) => {
    const whole = absolute(scalablePicture(url)?.at(previewFile) ?? url, origin)
    return whole === null ? [] : [{ url: whole, alt: alt ?? '' }]
  })
}

function titleIn(facts: PageFacts, url: string): string {
  if (isHome(facts)) return store.name
  const { heading } = headingOf(facts)
  const { page } = viewIn(new URL(url).search)
  return page > 1 ? `${heading} · Page ${page}` : heading
}

const offer = (product: ShownProduct): string[] => [
  property('product:price:amount', priceText(product)),
  property('product:price:currency', store.currency),
  property('product:availability', product.stockStatusId === stockStatus.inStock ? 'in stock' : 'out of stock'),
]

/** The metadata of link previews: Open Graph, and X's cards. */
export function previewOf(facts: PageFacts, { origin, url, description }: SharedMetadata): string[] {
  const { product } = facts
  const picture = picturesIn(facts, origin)[0]
  return [
    property('og:title', titleIn(facts, url)),
    property('og:type', product ? 'product' : 'website'),
    property('og:url', url),
    ...(description === null ? [] : [property('og:description', description)]),
    ...(picture ? [property('og:image', picture.url)] : []),
    ...(picture?.alt ? [property('og:image:alt', picture.alt)] : []),
    property('og:site_name', store.name),
    property('og:locale', store.locale.replace('-', '_')),
    ...(product ? offer(product) : []),
    named('twitter:card', picture && !product ? 'summary_large_image' : 'summary'),
  ]
}
