/** Remembers over one reload that the gateway refused the token, so that the shopper is told why they are a visitor now. */
export interface Refusals {
  note(): void
  /** Whether one was noted; once. */
  take(): boolean
}

const key = 'shop.refused'

/** @param storage - gives the storage of this tab; may throw, as browsers do where storage is blocked */
export const createRefusals = (storage: () => Storage): Refusals => ({
  note() {
    try {
      storage().setItem(key, '1')
    } catch {
      // the login says the same
    }
  },
  take() {
    try {
      const noted = storage().getItem(key) !== null
      if (noted) storage().removeItem(key)
      return noted
    } catch {
      return false
    }
  },
})
