import type { StoreRules } from '../shop/store-rules.ts'

/** The delivery fee up to a distance from the shop: cents, for every post code of the band. */
interface FeeBand {
  /** Kilometres from the shop, roughly. */
  upTo: number
  fee: number
  postCodes: readonly string[]
}

/** The fees by distance from Eastwood, near to far; together they cover the delivery area. */
const feeBands: readonly FeeBand[] = [
  { upTo: 3, fee: 590, postCodes: ['2122', '2121', '2114', '2112'] },
  { upTo: 6, fee: 790, postCodes: ['2113', '2115', '2117', '2118', '2119'] },
  { upTo: 10, fee: 1090, postCodes: ['2111', '2116', '2120', '2138'] },
]

/** The rules of the sample store; amounts in cents. */
export const demoRules: StoreRules = {
  /** The name of the shop in mails; pages use src/store/store-name.ts. */
  name: 'Lucky Lantern Grocer',
  /** Pages use src/store/store.ts. */
  address: '88 Lantern Lane, Eastwood NSW 2122',
  currency: 'AUD',
  /** Pages use src/store/store.ts. */
  timeZone: 'Australia/Sydney',
  /** The fee if neither the delivery method nor a band has one. */
  standardDeliveryFee: 890,
  /** The minimum subtotal, before any discount. */
  minimumOrderLimit: 3000,
  /** Whether orders are delivered only to suburbs in the delivery area. */
  limitAreaShipping: true,
  /** Whether the fee depends on the address. */
  calculateDeliveryFee: true,
  /** Whether orders can also be paid online. */
  receivedOnlinePayment: true,
  /** New South Wales. */
  regionId: 1,
  openingHours: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, opens: '08:30', closes: '20:30' })),
  /** The fees of the bands by post code. */
  deliveryFees: Object.fromEntries(feeBands.flatMap(({ fee, postCodes }) => postCodes.map(code => [code, fee]))),
}
