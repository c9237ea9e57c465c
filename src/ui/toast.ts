/** A short message that disappears after a time. */
export interface Toast {
  kind: 'success' | 'error'
  text: string
  /** Its action, such as 'View Cart' or 'Undo'. */
  action?: { label: string; act: () => void } | undefined
}
