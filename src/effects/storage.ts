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
 * What a stored value may be: others are dropped. A session id is part of paths, where '.' and '..' have a meaning; a long one or a long
 * token makes every call fail.
 */
const shapes = { [storageKeys.session]: /^(?!\.\.?$)[!-~]{1,200}$/, [storageKeys.token]: /^.{1,8000}$/ }

/** What a gateway, or a proxy before it, answers to an id or a token that it can't read: a path or a header is too long or malformed. */
export const unreadableStatuses = [400, 414, 431]

/**
 * Stores in a `Storage`, or in memory until the next page load if the browser refuses.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 */
export function createShopStorage(storage: () => Storage): ShopStorage {
  const memory = new Map<string, string>()
  const read = (key: keyof typeof shapes): string | null => {
    let text: string | null | undefined
    try {
      text = storage().getItem(key)
    } catch {
      // blocked
    }
    text ||= memory.get(key)
    return text && shapes[key].test(text) ? text : null
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
