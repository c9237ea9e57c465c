import type { FastifyRequest } from 'fastify'

/** Masks the ids in a path that give access to something. */
export const maskUrl = (url: string): string =>
  url
    .replace(
      /^(\/v1\/(?:cart|customer\/(?:init|update)|coupon(?!\/validate\/)|order(?:\/by-request)?|payment\/order)\/)[^/?]+/,
      '$1***',
    )
    .replace(/^(\/sandbox\/paypal\/orders\/)[^/?]+/, '$1***')
    .replace(/^(\/office-api\/[^?]*\?).*/, '$1***')
    .replace(/([?&](?:token|key|sessionId)=)[^&#]*/gi, '$1***')

/** The request that failed, in the line of its error: `incoming request` is not logged at most levels. */
export const lineOf = ({ method, url }: FastifyRequest) => ({ method, path: maskUrl(url) })

/** Logs an error without the values of the query, which are names, addresses and sessions. */
export function withoutValues(error: unknown) {
  const { query, cause = error } = error as { query?: string; cause?: unknown }
  const { message, stack, code, constraint } = cause as Record<string, unknown>
  return { query, message, code, constraint, stack }
}
