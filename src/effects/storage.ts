/**
 * What a browser keeps for the shop over reloads, in words of the shop. Storage that is blocked or full counts as
 * empty: the shop works without it.
 */
export interface Keep {
  sessionId(): string | null
  keepSession(sessionId: string): void
  forgetSession(): void
  token(): string | null
}

/** The keys in `localStorage`. */
export const storageKeys = { token: 'shop.token', session: 'shop.session' } as const

const quietly = <T>(act: () => T, otherwise: T): T => {
  try {
    return act()
  } catch {
    return otherwise
  }
}

/**
 * Keeps in a storage, and in memory for as long as the page lives where the storage refuses.
 *
 * @param storage - gives the storage; may throw, as browsers do where storage is blocked
 */
export function createKeep(storage: () => Storage): Keep {
  const memory: { sessionId: string | null } = { sessionId: null }
  const read = (key: string) => quietly(() => storage().getItem(key), null)
  return {
    sessionId: () => read(storageKeys.session) || memory.sessionId,
    keepSession(sessionId) {
      memory.sessionId = sessionId
      quietly(() => storage().setItem(storageKeys.session, sessionId), undefined)
    },
    forgetSession() {
      memory.sessionId = null
      quietly(() => storage().removeItem(storageKeys.session), undefined)
    },
    token: () => read(storageKeys.token),
  }
}
