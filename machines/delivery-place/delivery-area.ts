import { standardFee, type DeliveryMethod } from '#contract/delivery'
import type { DeliveryPlace } from '#contract/delivery-place'
import { toCents } from '#contract/money'
import type { Suburb } from '#contract/places'
import type { Settings } from '#contract/settings'
import { comparableName, comparablePostCode, spellingErrors } from '#contract/suburb-names'
import { plainText } from '#contract/typed-text'

/** A suburb of the store's region. */
export interface AreaSuburb extends DeliveryPlace {
  /** Orders are delivered there. */
  isServed: boolean
  /** The lowest delivery fee in cents; null if the gateway does not say it before there is an address. */
  fee: number | null
}

/** Where the store delivers to, and for how much, as the gateway says before there is an address. */
export interface DeliveryArea {
  /** '' if the gateway does not say in which region the store is. */
  regionName: string
  /** The minimum order in cents; 0 for none. */
  minimum: number
  /** The ids of the methods that deliver to an address. */
  deliveries: string[]
  /** Orders can be collected. */
  hasPickUp: boolean
  /** Empty if the gateway does not list suburbs. */
  suburbs: AreaSuburb[]
}

/** The delivery area from the gateway's answers. */
export function deliveryArea(
  settings: Settings,
  methods: readonly DeliveryMethod[],
  suburbs: readonly Suburb[],
): DeliveryArea {
  const deliveries = methods.filter(({ needsAddress }) => needsAddress)
  const feeIn = ({ deliveryFee }: Suburb): number | null => {
    const own = typeof deliveryFee === 'number' ? toCents(deliveryFee) : null
    const fees = deliveries.flatMap(method => standardFee(settings, method) ?? own ?? [])
    return fees.length > 0 ? Math.min(...fees) : own
  }
  return {
    regionName: settings.storeRegion?.regionName ?? '',
    minimum: toCents(settings.minimumOrderLimit),
    deliveries: deliveries.map(({ id }) => id),
    hasPickUp: methods.length > deliveries.length,
    suburbs: suburbs.map(suburb => {
      const isServed = !settings.limitAreaShipping || suburb.inDeliveryArea !== false
      return { name: suburb.name, postCode: suburb.postCode ?? '', isServed, fee: isServed ? feeIn(suburb) : null }
    }),
  }
}

/** What a typed text may mean. */
export interface FoundSuburbs {
  /** Suburbs that are delivered to, the most similar first. */
  served: AreaSuburb[]
  /** The suburb that was named and is not delivered to; null if there is none, or one that is delivered to is named as well. */
  outside: AreaSuburb | null
  /** The only suburb that is meant, as it was named; null if there are several, or it is a guess. */
  clear: AreaSuburb | null
}

/** More than these would be a list to read, not a question. */
const mostSuburbs = 6

/** A suburb with how much the typed text differs from it: letters, Infinity for another name. */
interface Match {
  suburb: AreaSuburb
  errors: number
}

const bySimilarity = (one: Match, other: Match): number => one.errors - other.errors

/** The text without a post code at its beginning or end; null if it has another one. */
function withoutCode(compact: string, postCode: string): string | null {
  const code = comparablePostCode(postCode).toLowerCase()
  if (code === '') return null
  if (compact.endsWith(code)) return compact.slice(0, -code.length)
  return compact.startsWith(code) ? compact.slice(code.length) : null
}

/** Errors of a name: a name that only begins like the typed one is a guess, as a misspelt one is. */
function nameErrors(typed: string, name: string): number {
  const errors = spellingErrors(typed, name)
  if (errors !== null) return errors
  const beginning = comparableName(typed)
  return beginning.length > 1 && comparableName(name).startsWith(beginning) ? beginning.length : Infinity
}

/** The suburbs that a text means: a name, a post code or both, in any case and with small mistakes. */
export function findSuburbs(suburbs: readonly AreaSuburb[], text: string): FoundSuburbs {
  const typed = plainText(text).slice(0, 80)
  const compact = comparablePostCode(typed).toLowerCase()
  if (compact === '') return { served: [], outside: null, clear: null }
  const coded = suburbs.flatMap((suburb): Match[] => {
    const name = withoutCode(compact, suburb.postCode)
    return name === null ? [] : [{ suburb, errors: name === '' ? 0 : nameErrors(name, suburb.name) }]
  })
  const name = typed.replaceAll(/\d+/g, ' ')
  const named = suburbs.flatMap((suburb): Match[] => {
    const errors = comparableName(name) === '' ? Infinity : nameErrors(name, suburb.name)
    return errors < Infinity ? [{ suburb, errors }] : []
  })
  const precise = coded.filter(({ errors }) => errors < Infinity)
  // a post code that is known is more certain than the name beside it
  const isOther = precise.length === 0 && (coded.length > 0 || /\d/.test(typed))
  const found = (precise.length > 0 ? precise : named.length > 0 ? named : coded).toSorted(bySimilarity)
  const served = found.filter(({ suburb }) => suburb.isServed)
  const [best] = found
  const exact = served.filter(({ errors }) => errors === 0)
  const isOutside =
    best !== undefined && !best.suburb.isServed && (served.length === 0 || best.errors < served[0]!.errors)
  return {
    served: served.slice(0, mostSuburbs).map(({ suburb }) => suburb),
    outside: isOutside ? best.suburb : null,
    clear: !isOther && exact.length === 1 ? exact[0]!.suburb : null,
  }
}
