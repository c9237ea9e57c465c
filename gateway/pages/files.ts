import serveStatic, { type FastifyStaticOptions, type SetHeadersResponse } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Serves the files of a build, which are compressed beside each file, but not its document.
 *
 * @param place - the build's folder, and the beginning of its paths
 */
export async function serveFiles(
  app: FastifyInstance,
  place: Pick<FastifyStaticOptions, 'root' | 'prefix' | 'decorateReply'>,
): Promise<void> {
  await app.register(async files => {
    files.addHook('onSend', async (_request, reply) => varyByEncoding(reply))
    await files.register(serveStatic, {
      ...place,
      wildcard: false,
      index: false,
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: setCacheHeaders,
    })
  })
}

/** Vite adds a content hash to file names below /assets. */
function setCacheHeaders(response: SetHeadersResponse, path: string): void {
  const isHashed = /[\\/]assets[\\/][^\\/]+-[\w-]{6,8}\.\w+(?:\.(?:br|gz))?$/.test(path)
  response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** Adds to what other plugins vary by: a cache must not send a compressed file to a client that cannot read it. */
function varyByEncoding(reply: FastifyReply): void {
  const fields = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (!/\baccept-encoding\b/i.test(fields))
    void reply.header('vary', fields === '' ? 'accept-encoding' : `${fields}, accept-encoding`)
}
