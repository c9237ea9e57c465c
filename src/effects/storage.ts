/**
 * What a browser keeps for the shop over reloads, in words of the shop. Storage that is blocked or full counts as
 * empty: the shop works without it.
 */
export interface Keep {
  sessionId(): string | null
  keepSession(sessionId: string): void
  forgetSession(): void
  token(): string | null
  keepToken(token: string): void
  forgetToken(): void
}

/** The keys in `localStorage`. */
export const storageKeys = { token: 'shop.token', session: 'shop.session' } as const

/**
 * Keeps in a storage, and in memory for as long as the page lives where the storage refuses.
 *
 * @param storage - gives the storage; may throw, as browsers do where storage is blocked
 */
export function createKeep(storage: () => Storage): Keep {
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
      memory.delete(key) // another tab may take it away
    } catch {
      memory.set(key, value)
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    try {
      storage().removeItem(key)
    } catch {
      // what can't be written was never there
    }
  }
  return {
    sessionId: () => read(storageKeys.session),
    keepSession: sessionId => write(storageKeys.session, sessionId),
    forgetSession: () => remove(storageKeys.session),
    token: () => read(storageKeys.token),
    keepToken: token => write(storageKeys.token, token),
    forgetToken: () => remove(storageKeys.token),
  }
}
