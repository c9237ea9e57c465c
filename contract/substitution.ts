/* What the shopper wants if a product has run out when the order is packed. Not in the specification, so everything about it is optional. */

/** The choices, in the order in which they are offered. The first one holds unless the shopper chooses another one. */
export const substitutions = ['similar', 'other-size', 'call', 'leave-out'] as const
export type Substitution = (typeof substitutions)[number]

/** The longest note for the packer, in characters. */
export const longestNote = 200

/** What a line of a cart or an order can have. */
export interface LineChoice {
  /** Null: as for the order. Absent if the gateway knows no choices. */
  substitution?: Substitution | null | undefined
  /** For the person who packs the line; plain text. */
  note?: string | null | undefined
}
