import type { Toast } from './toast.ts'

/**
 * The toasts that are on the page, in the order in which they were raised. An adapter of sonner, which does not tell a toast
 * how many are behind it or how often its text was raised. How long a toast is shown is decided by its machine.
 */
export interface ToastStack {
  /**
   * Adds a toast as the newest.
   *
   * @param folded - only the newest is to be visible
   * @returns its key, how often its text was raised since it was first shown, and the key of the toast that it replaces
   */
  add(toast: Pick<Toast, 'kind' | 'text'>, folded: boolean): { key: string; times: number; replaced: string | null }
  remove(key: string): void
  /** Shows only the newest toast until all have gone: the others would cover something of the page. */
  fold(): void
  /** How many older toasts are folded behind a toast: 0 unless it is the newest. */
  behind(key: string): number
  isFolded(): boolean
  subscribe(changed: () => void): () => void
}

export function createToastStack(): ToastStack {
  const state = { count: 0, folded: false, shown: [] as { key: string; text: string; times: number }[] }
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach(changed => changed())
  return {
    add({ kind, text: words }, folded) {
      const text = `${kind}: ${words}`
      const same = state.shown.find(one => one.text === text)
      const added = { key: `toast-${(state.count += 1)}`, text, times: (same?.times ?? 0) + 1 }
      state.shown = [...state.shown.filter(one => one !== same), added]
      state.folded = folded
      tell()
      return { key: added.key, times: added.times, replaced: same?.key ?? null }
    },
    remove(key) {
      state.shown = state.shown.filter(one => one.key !== key)
      if (state.shown.length === 0) state.folded = false
      tell()
    },
    fold() {
      if (state.folded) return
      state.folded = true
      tell()
    },
    behind: key => (state.folded && state.shown.at(-1)?.key === key ? state.shown.length - 1 : 0),
    isFolded: () => state.folded,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}
