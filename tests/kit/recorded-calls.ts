import { createClient } from '#src/effects/client.ts'
import { fakeStorage } from './fake-storage.ts'

/** A call as the gateway receives it. */
export interface Asked {
  method: string
  path: string
  body: unknown
}

/** A client with scripted answers that records its calls and their tokens. */
export function createRecordingClient(
  answer: (request: Asked) => object = () => ({ statusCode: 200, listData: [] }),
  { status = 200, token = () => null }: { status?: number; token?: () => string | null } = {},
) {
  const requests: Asked[] = []
  const bearers: (string | null)[] = []
  const logged: unknown[][] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.text()
    const path = new URL(request.url).pathname.replace('/v1', '')
    requests.push({ method: request.method, path, body: text === '' ? null : JSON.parse(text) })
    bearers.push(request.headers.get('authorization'))
    return Response.json(answer(requests.at(-1)!), { status })
  }
  const log = (...words: unknown[]) => void logged.push(words)
  const call = createClient({ base: 'http://gateway.test/v1', fetch, token, now: () => 0, log })
  return { call, requests, bearers, logged }
}

/** A browser's storage with this content. */
export const memory = () => {
  const held = new Map<string, string>()
  return {
    held,
    storage: fakeStorage(
      {
        getItem: key => held.get(key) ?? null,
        setItem: (key, value) => void held.set(key, value),
        removeItem: key => void held.delete(key),
      },
      () => [...held.keys()],
    ),
  }
}

/** A JWT with an arbitrary signature, which the storefront does not check. */
export const tokenOf = (claims: object): string =>
  [{ alg: 'HS256' }, claims, 'signed'].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
