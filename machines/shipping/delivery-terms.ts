import type { Suburb } from '#contract/places'
import { standardFee, type DeliveryMethod } from '#contract/delivery'
import { toCents } from '#contract/money'
import type { Settings } from '#contract/settings'

/** A suburb that is delivered to. */
export interface ServedSuburb {
  name: string
  /** '' if the gateway does not say. */
  postCode: string
}

/** Suburbs with the same delivery fee, in the gateway's order. */
export interface FeeBand {
  /** In cents; null if the gateway says no fee for them. */
  fee: number | null
  suburbs: ServedSuburb[]
}

/** A delivery method with what it costs. */
export interface MethodTerms {
  id: string
  name: string
  description: string
  /** The lowest and the highest fee, in cents; null if the gateway only says it for an address. */
  fee: { from: number; to: number } | null
}

/** What delivery costs and where it goes, as the gateway says before there is an address. */
export interface DeliveryTerms {
  /** The minimum order in cents; 0 for none. */
  minimum: number
  methods: MethodTerms[]
  /** The suburbs in the store's region that are delivered to, by fee, the lowest first; empty if the gateway does not list them. */
  bands: FeeBand[]
}

/** The delivery terms from the gateway's answers. */
export function deliveryTerms(
  settings: Settings,
  methods: readonly DeliveryMethod[],
  suburbs: readonly Suburb[],
): DeliveryTerms {
  const bands = bandsOf(suburbs.filter(({ inDeliveryArea }) => inDeliveryArea === true))
  const fees = bands.flatMap(({ fee }) => fee ?? [])
  const range = fees.length > 0 ? { from: Math.min(...fees), to: Math.max(...fees) } : null
  return {
    minimum: toCents(settings.minimumOrderLimit),
    methods: methods.map(method => {
      const fee = standardFee(settings, method)
      const { id, name, description } = method
      return { id, name, description, fee: fee === null ? range : { from: fee, to: fee } }
    }),
    bands,
  }
}

/** The suburbs by fee, the lowest first; those without a fee are last. */
function bandsOf(suburbs: readonly Suburb[]): FeeBand[] {
  const byFee = new Map<number | null, ServedSuburb[]>()
  for (const { name, postCode, deliveryFee } of suburbs) {
    const fee = typeof deliveryFee === 'number' ? toCents(deliveryFee) : null
    byFee.set(fee, [...(byFee.get(fee) ?? []), { name, postCode: postCode ?? '' }])
  }
  return [...byFee]
    .map(([fee, served]) => ({ fee, suburbs: served }))
    .toSorted((one, other) => (one.fee ?? Infinity) - (other.fee ?? Infinity))
}
