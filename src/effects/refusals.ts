/** Remembers over one reload that the gateway refused the token, so that the shopper is told why they are a visitor now. */
export interface Refusals {
  /** `amid` says that the shopper was paying. */
  note(amid: Amid): void
  /** What was noted, once; null where nothing was. */
  take(): { amid: Amid } | null
}
type Amid = 'payment' | 'nothing'

const key = 'shop.refused'

/** @param storage - gives the storage of this tab; may throw, as browsers do where storage is blocked */
export const createRefusals = (storage: () => Storage): Refusals => ({
  note(amid) {
    try {
      storage().setItem(key, amid)
    } catch {
      // the login says the same
    }
  },
  take() {
    try {
      const noted = storage().getItem(key)
      if (noted !== null) storage().removeItem(key)
      return noted === null ? null : { amid: noted === 'payment' ? 'payment' : 'nothing' }
    } catch {
      return null
    }
  },
})
