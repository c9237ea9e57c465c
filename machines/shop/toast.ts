import type { AddCommand } from '../cart/pending-commands.ts'

/** A short notice. Machines report it, a listener in the browser shows it; a replay has no listener. */
export interface Toast {
  kind: 'success' | 'error'
  text: string
  /** The action of its button. */
  offer?: { kind: 'viewCart' } | { kind: 'undo'; add: AddCommand }
}
