import type { Route } from '#contract/route'
import { badRequest } from './refusals.ts'

/** Whether a call takes an idempotency key: `requestId` in its body. */
export const takesKey = ({ body }: Pick<Route, 'body'>): boolean =>
  body !== null && Object.hasOwn(body.schema as object, 'requestId')

/**
 * Adds the key of the header `Idempotency-Key` to a body as its `requestId`.
 *
 * @param header - the key, or the key in quotation marks (draft-ietf-httpapi-idempotency-key-header)
 * @throws Refused 400 if the body has another key
 */
export function withHeaderKey(body: unknown, header: unknown): unknown {
  if (typeof header !== 'string' || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const key = /^"(.*)"$/.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? header
  const { requestId = key } = body as { requestId?: unknown }
  if (requestId !== key)
    throw badRequest('The header Idempotency-Key and requestId differ. Send one of them, or the same key in both.')
  return { ...body, requestId }
}
