import { formatAmount, toCents } from '#contract/money'
import { priceOf } from '#contract/offer'
import { filterIn } from '#contract/list-paths'
import { pageOf } from '#contract/paths'
import type { ShownProduct } from '#machines/catalogue/products'
import { productsText } from '../catalogue/ListToolbar.tsx'
import { plainText } from '#machines/catalogue/plain-text'
import { store } from '../store/store.ts'
import { beginningOf } from './truncate.ts'
import { canonicalPath } from './canonical.ts'
import type { PageFacts } from './facts.ts'
import { headingOf, isHome } from './heading.ts'

/** The number of characters of a description that search engines show. */
const mostLetters = 155

const place = `${store.name}, ${store.streetAddress}`

/** The descriptions of the information pages. */
const informationPages = (): Record<string, string> => ({
  '/main/contact-us': `How to reach ${place}: ${store.phone}, ${store.email}. Open ${store.openingHours}.`,
  '/main/about-us': `${store.name} is a neighbourhood Asian grocer at ${store.streetAddress}, and this is its online shop.`,
  '/main/delivery-info': `How ${store.name} delivers groceries, what it costs and where.`,
  '/main/terms-conditions': `The terms for ordering from ${store.name}: orders, prices, payment, delivery and your rights.`,
  '/main/privacy-policy': `What ${store.name} collects and why, and the choices you have.`,
  '/main/accessibility': `How ${store.name} can be used by keyboard, with large text and with a screen reader, what is tested and what is not.`,
  '/main/faq': `Answers to common questions about ${store.name}: ordering, coupons, prices and payment.`,
})

/** Ends a line of a description like a sentence, so that another one can follow. */
const ended = (line: string): string => (/[.!?…:;,。！？、][”"’)]?$/u.test(line) ? line : `${line}.`)

function ofProduct(product: ShownProduct): string {
  const text = plainText(product.description).map(ended).join(' ')
  const price = formatAmount(toCents(priceOf(product)))
  return text || `${product.name}${product.brandName && ` by ${product.brandName}`}, ${price} at ${store.name}.`
}

function ofHome({ categories }: PageFacts): string {
  const aisles = categories.map(({ title }) => title).join(', ')
  return `Groceries from ${place}${aisles && `: ${aisles}`}.`
}

function ofList(facts: PageFacts): string {
  const { location, listing } = facts
  const { heading } = headingOf(facts)
  const { criteria } = filterIn(location)
  const total = listing?.total ?? null
  const count = total !== null && productsText(total)
  const what = criteria === 'features' ? 'Featured products' : heading
  return `${what}${count ? `: ${count}` : ''} at ${place}.`
}

function whole(facts: PageFacts): string | null {
  const { location, product, brands } = facts
  const page = pageOf(location.pathname)
  if (page === 'list') return isHome(facts) ? ofHome(facts) : ofList(facts)
  if (page === 'product') return product && ofProduct(product)
  if (page === 'brands') return `The brands of ${store.name} from A to Z: ${brands.map(({ name }) => name).join(', ')}.`
  return informationPages()[canonicalPath(location)] ?? null
}

/** The meta description of a page, one or two sentences; null if the page's data is unknown. */
export function descriptionOf(facts: PageFacts): string | null {
  const text = whole(facts)
  return text === null ? null : beginningOf(text, mostLetters)
}
