import { toCents, toDollars } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import { listPath } from '#contract/list-paths'
import { homePath } from '#contract/paths'
import type { Nutrition, PackSize } from '#contract/product-facts'
import type { MultiBuy } from '#contract/multi-buy'
import type { Weighed } from '#contract/weighed'
import { allergenWords, dietWords, storageWords } from '#machines/catalogue/label-words'
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

/** A product, its offer and what its label says. */
export const productData = (product: ShownProduct, { url, images, description }: ProductPage) => ({
  '@type': 'Product',
  name: product.name,
  ...(images.length > 0 && { image: images }),
  ...(description && { description }),
  sku: product.code,
  ...(product.brandName && { brand: { '@type': 'Brand', name: product.brandName } }),
  ...(product.origin && { countryOfOrigin: { '@type': 'Country', name: product.origin } }),
  ...(product.size && { size: quantityData(product.size) }),
  ...labelData(product),
  offers: {
    '@type': 'Offer',
    url,
    price: priceText(product),
    priceCurrency: store.currency,
    ...(isReduced(product) && validUntil(product)),
    ...priceSpecifications(product),
    availability: `https://schema.org/${product.stockStatusId === stockStatus.inStock ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  },
})

const days = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: store.timeZone })

/** The last day of the special price at the store: '2026-12-06'. */
function validUntil({ specialEndsAt }: ShownProduct) {
  const end = Date.parse(specialEndsAt ?? '')
  return !Number.isNaN(end) && { priceValidUntil: days.format(end - 1) }
}

const isReduced = (product: ShownProduct): boolean => toCents(priceOf(product)) < toCents(product.price)

/** The price that is crossed out, the weight that the price of goods by weight is for, and the price of several. */
function priceSpecifications(product: ShownProduct) {
  const found = [
    ...(product.weighed ? [priceOfWeight(product, product.weighed)] : []),
    ...(isReduced(product) ? [formerPrice(product)] : []),
    ...(product.multiBuy ? [priceOfSeveral(product, product.multiBuy)] : []),
  ]
  return found.length > 0 && { priceSpecification: found.length === 1 ? found[0] : found }
}

/** `valueReference` is the weight by which prices are compared. */
const priceOfWeight = (product: ShownProduct, { grams }: Weighed) => ({
  '@type': 'UnitPriceSpecification',
  price: priceText(product),
  priceCurrency: store.currency,
  referenceQuantity: {
    ...quantityData({ amount: grams, unit: 'g' }),
    valueReference: quantityData({ amount: 1, unit: 'kg' }),
  },
})

/** The price of several pieces, for orders of at least as many. */
const priceOfSeveral = ({ multiBuyEndsAt }: ShownProduct, { quantity, price }: MultiBuy) => ({
  '@type': 'UnitPriceSpecification',
  price: toDollars(toCents(price)).toFixed(2),
  priceCurrency: store.currency,
  referenceQuantity: quantityData({ amount: quantity, unit: 'piece' }),
  eligibleQuantity: { '@type': 'QuantitativeValue', minValue: quantity, unitCode: unitCodes.piece },
  ...(multiBuyEndsAt && { validThrough: multiBuyEndsAt }),
})

/** The price that is crossed out. */
const formerPrice = ({ price }: ShownProduct) => ({
  '@type': 'UnitPriceSpecification',
  priceType: 'https://schema.org/StrikethroughPrice',
  price: toDollars(toCents(price)).toFixed(2),
  priceCurrency: store.currency,
})

/** Units by their codes in UN/CEFACT's recommendation 20. */
const unitCodes: Record<string, string> = { g: 'GRM', kg: 'KGM', ml: 'MLT', L: 'LTR', piece: 'H87' }

const quantityData = ({ amount, unit }: PackSize) => ({
  '@type': 'QuantitativeValue',
  value: amount,
  ...(unitCodes[unit] ? { unitCode: unitCodes[unit] } : { unitText: unit }),
})

/** Diets of schema.org's enumeration. */
const dietsOfSchema: Record<string, string> = {
  vegetarian: 'VegetarianDiet',
  vegan: 'VeganDiet',
  'gluten-free': 'GlutenFreeDiet',
  halal: 'HalalDiet',
}

/** What a label says. For nutrition and diets schema.org has types, which only recipes and dishes have properties for: a product names them as additional ones. */
function labelData({ ingredients, allergens, mayContain, diet, storage, nutrition }: ShownProduct) {
  const words = storage ? storageWords(storage) : null
  const properties = [
    ...(ingredients ? [{ name: 'Ingredients', value: ingredients }] : []),
    ...(allergens && allergens.length > 0
      ? [{ name: 'Contains', value: allergens.map(allergenWords).join(', ') }]
      : []),
    ...(mayContain && mayContain.length > 0
      ? [{ name: 'May contain', value: mayContain.map(allergenWords).join(', ') }]
      : []),
    ...(diet ?? []).map(name => ({
      name: 'Diet',
      value: dietWords(name),
      ...(dietsOfSchema[name] && { valueReference: `https://schema.org/${dietsOfSchema[name]}` }),
    })),
    ...(words ? [{ name: 'Storage', value: words }] : []),
    ...(nutrition
      ? [{ name: 'Nutrition', value: `per ${nutrition.per}`, valueReference: nutritionData(nutrition) }]
      : []),
  ]
  return properties.length > 0 && { additionalProperty: properties.map(one => ({ '@type': 'PropertyValue', ...one })) }
}

const nutritionData = (nutrition: Nutrition) => {
  const { per, energy, protein, fat, saturatedFat, carbohydrate, sugars, sodium } = nutrition
  const amounts = {
    calories: [energy, 'kJ'],
    proteinContent: [protein, 'g'],
    fatContent: [fat, 'g'],
    saturatedFatContent: [saturatedFat, 'g'],
    carbohydrateContent: [carbohydrate, 'g'],
    sugarContent: [sugars, 'g'],
    sodiumContent: [sodium, 'mg'],
  } as const
  const known = Object.entries(amounts).filter(([, [amount]]) => typeof amount === 'number')
  return {
    '@type': 'NutritionInformation',
    servingSize: per,
    ...Object.fromEntries(known.map(([name, [amount, unit]]) => [name, `${amount} ${unit}`])),
  }
}

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
