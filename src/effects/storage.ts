/**
 * The storefront's data in the browser across reloads. Blocked or full storage counts as empty: everything works
 * without it.
 */
export interface ShopStorage {
  sessionId(): string | null
  storeSessionId(sessionId: string): void
  clearSessionId(): void
  token(): string | null
  storeToken(token: string): void
  clearToken(): void
}

/** The keys in `localStorage`. */
export const storageKeys = { token: 'shop.token', session: 'shop.session' } as const

/**
 * Stores in a `Storage`, or in memory until the next page load if the browser refuses.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 */
export function createShopStorage(storage: () => Storage): ShopStorage {
  const memory = new Map<string, string>()
  const read = (key: string): string | null => {
    try {
      return storage().getItem(key) || memory.get(key) || null
    } catch {
      return memory.get(key) ?? null
    }
  }
  const write = (key: string, value: string) => {
    try {
      storage().setItem(key, value)
      memory.delete(key) // or another tab could not remove it
    } catch {
      memory.set(key, value)
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    try {
      storage().removeItem(key)
    } catch {
      // blocked storage never held it
    }
  }
  return {
    sessionId: () => read(storageKeys.session),
    storeSessionId: sessionId => write(storageKeys.session, sessionId),
    clearSessionId: () => remove(storageKeys.session),
    token: () => read(storageKeys.token),
    storeToken: token => write(storageKeys.token, token),
    clearToken: () => remove(storageKeys.token),
  }
}
