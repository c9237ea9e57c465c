import type { FastifyRequest } from 'fastify'
import { create, StructError, type Struct } from 'superstruct'
import type { Route } from '#contract/route'
import { pickContractFields } from './contract-fields.ts'
import { takesKey, withHeaderKey } from './idempotency-header.ts'
import { badRequest } from './refusals.ts'
import { refuseLongIds, refuseUnstorable } from './storable-text.ts'

/** The part of a route by which its requests are read. */
export type RequestRoute = Pick<Route, 'method' | 'path' | 'wait'> & { body: Struct | null }

/** The path of a route as Fastify writes it, without its query. */
export const routePath = ({ path }: Pick<RequestRoute, 'path'>): string =>
  path.split('?')[0]!.replaceAll(/\{(\w+)\}/g, ':$1')

/**
 * The parameters and the checked body of a request, as the contract names them.
 *
 * @throws Refused 400
 */
export function parseRequest(
  route: RequestRoute,
  request: FastifyRequest,
): { params: Record<string, string>; body: unknown } {
  const params = { ...(request.params as Record<string, string>), ...queryOf(route, request) }
  refuseUnstorable(params)
  refuseLongIds(params)
  if (route.body === null) return { params, body: undefined }
  const sent = request.body ?? {}
  const body = takesKey(route) ? withHeaderKey(sent, request.headers['idempotency-key']) : sent
  refuseUnstorable(body)
  refuseLongIds(body)
  try {
    return { params, body: pickContractFields(create(body, route.body), route.body) }
  } catch (error) {
    throw error instanceof StructError ? badRequest(describeStructError(error)) : error
  }
}

/** The parameters of the query that the route names; one that is missing or repeated is left out. */
function queryOf({ path }: RequestRoute, request: FastifyRequest): Record<string, string> {
  const given = request.query as Record<string, unknown>
  const names = [...new URLSearchParams(path.split('?')[1]).keys()]
  return Object.fromEntries(names.map(name => [name, given[name]]).filter(([, value]) => typeof value === 'string'))
}

const describeStructError = ({ path }: StructError): string =>
  path.length === 0 ? 'The request must be an object' : `${path.join('.')} is missing or invalid`
