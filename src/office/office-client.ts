import { officeBase } from '#contract/office'
import { createClient, type Client } from '../effects/client.ts'

interface Environment {
  log(...words: unknown[]): void
  /** Called when a call is refused because the login has ended. */
  loggedOut(): void
}

/** The client of the office's calls. The token is in a cookie, which the browser sends. */
export function createOfficeClient({ log, loggedOut }: Environment): Client {
  const client = createClient({ base: officeBase, token: () => null, now: () => Date.now(), log })
  return async (route, asking) => {
    try {
      return await client(route, asking)
    } catch (error) {
      if ((error as { status?: unknown }).status === 401) loggedOut()
      throw error
    }
  }
}
