import type { AddCommand } from '../cart/pending-commands.ts'

/** A short notice, as data: charts report it, one listener shows it, a replay stays silent. */
export interface Toast {
  kind: 'success' | 'error'
  text: string
  /** What its button offers, if it has one. */
  offer?: { kind: 'viewCart' } | { kind: 'undo'; add: AddCommand }
}
