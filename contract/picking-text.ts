import type { NamedQuantity, Order } from './order.ts'

const named = ({ productName, quantity }: NamedQuantity): string => `${quantity} × ${productName}`

/** What a packed line says of the one that it replaces; null if it was ordered itself. */
export const replacedText = (insteadOf: NamedQuantity | null | undefined): string | null =>
  insteadOf ? `Instead of ${named(insteadOf)}` : null

/** What was left out of an order. */
export const leftOutText = (leftOut: Order['leftOut']): string[] => (leftOut ?? []).map(named)

/** What was replaced or left out, a sentence each; empty if all is as it was ordered. */
export const changedLines = (lines: Order['lines'], leftOut: Order['leftOut']): string[] => [
  ...lines.flatMap(line => (line.insteadOf ? [`${named(line)} instead of ${named(line.insteadOf)}`] : [])),
  ...leftOutText(leftOut).map(text => `${text}: out of stock`),
]
