import { pattern, string, type, type Infer } from 'superstruct'

/** Where the shopper wants orders delivered to, before there is an address: kept on the device, not in an account. */
export const deliveryPlace = type({
  name: pattern(string(), /^[^\p{C}]{1,60}$/u),
  postCode: pattern(string(), /^[^\p{C}]{0,12}$/u),
})
export type DeliveryPlace = Infer<typeof deliveryPlace>

/** 'Eastwood 2122' */
export const placeText = ({ name, postCode }: DeliveryPlace): string => `${name} ${postCode}`.trim()
