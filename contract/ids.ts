import { coerce, integer, min, nonempty, number, size, string, type Struct } from 'superstruct'

/** An opaque id; a gateway may send a number, which is compared as text. */
export const opaqueId: Struct<string, null> = coerce(nonempty(string()), number(), value => String(value))

/** Ids of categories, brands, products, countries and regions: positive integers, or their digits as text. */
export const wholeId: Struct<number, null> = coerce(min(integer(), 1), string(), text =>
  /^\d+$/.test(text) ? Number(text) : Number.NaN,
)

/** An idempotency key, which the client makes: requests of a call with the same key are carried out once. */
export const requestId: Struct<string, null> = size(string(), 1, 200)
