import { toCents, toDollars } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import { listPath } from '#contract/list-paths'
import { homePath } from '#contract/paths'
import type { ShownProduct } from '#machines/catalogue/products'
import { store } from '../store/store.ts'

/** JSON-LD with the types of schema.org. */

/** A product's current price in the format of metadata: '15.90'. */
export const priceText = (product: Pick<ShownProduct, 'price' | 'specialPrice'>): string =>
  toDollars(toCents(priceOf(product))).toFixed(2)

/** Data of a product's page that is not in the product. */
interface ProductPage {
  url: string
  images: readonly string[]
  description: string | null
}

/** A product and its offer. */
export const productData = (product: ShownProduct, { url, images, description }: ProductPage) => ({
  '@type': 'Product',
  name: product.name,
  ...(images.length > 0 && { image: images }),
  ...(description && { description }),
  sku: product.code,
  ...(product.brandName && { brand: { '@type': 'Brand', name: product.brandName } }),
  offers: {
    '@type': 'Offer',
    url,
    price: priceText(product),
    priceCurrency: store.currency,
    availability: `https://schema.org/${product.stockStatusId === stockStatus.inStock ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  },
})

/**
 * The breadcrumb of a page, the home page included.
 *
 * @param url - the page's own URL, which its last item does not have
 */
export const trailData = (trail: readonly { name: string; to?: string }[], url: string, origin: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', to: homePath }, ...trail].map(({ name, to }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: at === trail.length || to === undefined ? url : origin + to,
  })),
})

/** The store, with its address and opening hours. */
export const storeData = (origin: string) => ({
  '@type': 'GroceryStore',
  '@id': `${origin}/#store`,
  name: store.name,
  url: origin + homePath,
  telephone: store.phoneLink.replace('tel:', ''),
  email: store.email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: store.address.street,
    addressLocality: store.address.suburb,
    addressRegion: store.address.state,
    postalCode: store.address.postCode,
    addressCountry: new Intl.Locale(store.locale).region,
  },
  openingHoursSpecification: openingHours(),
  currenciesAccepted: store.currency,
  sameAs: store.socialLinks.map(({ url }) => url),
})

/** Days with the same hours are grouped; closed days are left out. */
function openingHours() {
  return [...new Set(store.hoursByDay.map(({ hours }) => hours))].flatMap(hours => {
    const [opens, closes] = hours.split(' to ').map(timeOfDay)
    if (!opens || !closes) return []
    const dayOfWeek = store.hoursByDay.filter(one => one.hours === hours).map(({ day }) => day)
    return [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }]
  })
}

/** A time of day as ISO 8601 has it: '08:30' for '8:30am'; null for other text. */
function timeOfDay(text: string): string | null {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::(\d{2}))?(am|pm)$/.exec(text) ?? []
  if (hour === undefined) return null
  return `${String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)).padStart(2, '0')}:${minute}`
}

/** The site, with the URL of its search. */
export const siteData = (origin: string) => {
  const results = listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: 'words' })
  return {
    '@type': 'WebSite',
    name: store.name,
    url: origin + homePath,
    publisher: { '@id': `${origin}/#store` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: origin + results.replace(/words$/, '{search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  }
}
