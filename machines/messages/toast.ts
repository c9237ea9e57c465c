import type { AddCommand } from './add-command.ts'

/** A short notice. Machines report it as data, one listener shows it, and a replay shows none. */
export interface Toast {
  kind: 'success' | 'error'
  text: string
  /** The action that its button offers. */
  offer?: { kind: 'viewCart' } | { kind: 'viewReceipt' } | { kind: 'undo' | 'retry'; add: AddCommand }
}
