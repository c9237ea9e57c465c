import type { SeedBanner, SeedBrand, SeedProduct } from '../../database/goods.ts'
import type { Art, Lang } from '../art/spec.ts'

/** A product of the sample store, with the data for its drawings. */
export interface DemoProduct extends SeedProduct {
  second?: { text: string; lang: Lang }
  art: Art
}

/** A brand of the sample store, with the colours of its packs. */
export interface DemoBrand extends SeedBrand {
  colours: Art['colours']
}

/** A banner of the sample store: a drawn scene and the text on it. */
export interface DemoBanner extends SeedBanner {
  image: 'hot-pot' | 'fresh' | 'noodle-night' | 'moon-festival'
  kicker?: string
  headline: string
  text: string
  button: string
  /** The alternative text: 'Headline. Sentence.' */
  alt: string
}
