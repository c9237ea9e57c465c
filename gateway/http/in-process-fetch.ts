import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** Marks the calls of this process; the key is not known outside of it. */
export const inProcessHeader = 'x-in-process'
export const inProcessKey = randomUUID()

/** A `fetch` that calls the gateway in this process, without a network; for server rendering. */
export const createInProcessFetch = (app: FastifyInstance): typeof fetch =>
  async function fetch(input, init = {}) {
    const url = input instanceof Request ? input.url : String(input)
    const options: InjectOptions = {
      url,
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      headers: { ...Object.fromEntries(new Headers(init.headers)), [inProcessHeader]: inProcessKey },
      ...(typeof init.body === 'string' && { payload: init.body }),
      ...(init.signal && { signal: init.signal }),
    }
    const { statusCode, headers, body } = await app.inject(options)
    const type = String(headers['content-type'] ?? 'application/json')
    return new Response(statusCode === 204 ? null : body, { status: statusCode, headers: { 'content-type': type } })
  }
