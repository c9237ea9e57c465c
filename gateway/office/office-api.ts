import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { largestImport, officeBase, officeRoutes } from '#contract/office'
import { parseRequest, routePath, type RequestRoute } from '../requests/parse-request.ts'
import { notFound, Refused, refusalFrom } from '../requests/refusals.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import type { StaffBearer } from './staff-logins.ts'
import { authorize, isFromOfficePage } from './office-access.ts'
import { createOfficeCalls, type OfficeRequest } from './office-calls.ts'

const cookieName = 'office'

/** Bytes of the bodies that are larger than others: the text of a file, of which JSON escapes the quotation marks. */
const bodyLimits: Partial<Record<keyof typeof officeRoutes, number>> = { officeCheckImport: 2 * largestImport.bytes }

/**
 * Serves the calls of the office.
 *
 * The token is in a cookie that scripts can't read and that only the office's calls get. The shop's token is in a header instead, because
 * storefronts on other origins send it; the office is always on the gateway's own origin.
 *
 * @param isHttps - whether browsers reach the shop by https: the cookie is sent by https only then
 */
export async function serveOfficeApi(app: FastifyInstance, shop: PaymentServices, isHttps: boolean): Promise<void> {
  const { database, publicUrl, reportEvent } = shop
  const calls = createOfficeCalls(shop)
  const cookie = { path: officeBase, httpOnly: true, sameSite: 'strict', secure: isHttps } as const
  /** Who makes a request; null for a call that needs no login. */
  const bearers = new WeakMap<FastifyRequest, StaffBearer | null>()
  const setCookie = (reply: FastifyReply, token: string | null | undefined) => {
    if (token === null) void reply.clearCookie(cookieName, cookie)
    else if (token !== undefined) void reply.setCookie(cookieName, token, cookie)
  }
  const admit = async (request: FastifyRequest) => {
    if (!(await app.isOfficeServed(request))) throw new Refused(403, 'The office is not served here.')
    if (!isFromOfficePage(request, publicUrl)) throw new Refused(403, 'Only the office’s own pages can do this.')
  }
  const serve = async (api: FastifyInstance) => {
    await api.register(fastifyCookie)
    for (const name of Object.keys(officeRoutes) as (keyof typeof officeRoutes)[]) {
      const route = officeRoutes[name] as unknown as RequestRoute
      const act = calls[name] as (question: OfficeRequest<unknown>) => ReturnType<(typeof calls)[typeof name]>
      /** Reports refusals that an operator wants to see. */
      const reporting = async <Result>(request: FastifyRequest, step: () => Promise<Result>): Promise<Result> => {
        try {
          return await step()
        } catch (error) {
          const { statusCode } = refusalFrom(error)
          if (statusCode === 403) reportEvent('access.refused', { call: name, statusCode, reqId: request.id })
          if (statusCode === 429) reportEvent('rate-limit.reached', { call: name, statusCode, reqId: request.id })
          throw error
        }
      }
      api.route({
        method: route.method,
        url: routePath(route),
        bodyLimit: bodyLimits[name],
        // before the body is read: only members of staff may send large ones
        onRequest: async (request, reply) => {
          void reply.header('cache-control', 'no-store')
          api.requestCounter.refuseOverLimit(route.method === 'GET' ? 'reads' : 'writes', request.client)
          await reporting(request, async () => {
            await admit(request)
            const isBackground = (request.query as { background?: unknown }).background === 'true'
            const bearer = await authorize(database, name, request.cookies[cookieName], isBackground)
            bearers.set(request, bearer)
          })
        },
        handler: (request, reply) =>
          reporting(request, async () => {
            const { params, body } = parseRequest(route, request)
            const bearer = bearers.get(request)!
            const { token, file, ...answer } = await act({ params, body, ip: request.client, bearer })
            setCookie(reply, token)
            if (file === undefined) return { statusCode: 200, ...answer }
            void reply.header('content-disposition', `attachment; filename="${file.name}"`).type(file.type)
            return file.content
          }),
      })
    }
    api.setNotFoundHandler(() => {
      throw notFound('There is no such call.')
    })
  }
  await app.register(serve, { prefix: officeBase })
}
