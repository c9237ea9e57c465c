import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveFiles } from '#gateway/pages/files'
import { removeServiceWorkers } from '#gateway/pages/service-worker'

const folder = mkdtempSync(join(tmpdir(), 'service-worker-'))
beforeAll(() => writeFileSync(join(folder, 'sw.js'), 'precache()'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const answerOf = async (prepare: (app: FastifyInstance) => void) => {
  const app = fastify()
  prepare(app)
  await serveFiles(app, { root: folder })
  const { statusCode, headers, body } = await app.inject('/sw.js')
  await app.close()
  return { statusCode, type: headers['content-type'], cached: headers['cache-control'], body }
}

describe('the service worker', () => {
  test('is served so that browsers look for a newer one each time', async () => {
    expect(await answerOf(() => {})).toMatchObject({ statusCode: 200, cached: 'no-cache', body: 'precache()' })
  })

  test('that is turned off is replaced by one that deletes everything that is kept and removes itself', async () => {
    const { body, ...answer } = await answerOf(removeServiceWorkers)
    expect(answer).toEqual({ statusCode: 200, type: 'text/javascript; charset=utf-8', cached: 'no-cache' })
    const done: string[] = []
    const run = new Function('addEventListener', 'caches', 'registration', 'skipWaiting', body)
    const listeners: Record<string, (event: { waitUntil(until: Promise<unknown>): void }) => void> = {}
    run(
      (type: string, act: (typeof listeners)[string]) => (listeners[type] = act),
      { keys: async () => ['seen-pages-1', 'files-1'], delete: async (name: string) => void done.push(name) },
      { unregister: async () => void done.push('unregistered') },
      () => void done.push('no waiting'),
    )
    for (const type of ['install', 'activate'])
      await new Promise(resolve => {
        listeners[type]!({ waitUntil: until => resolve(until) })
        if (type === 'install') resolve(null)
      })
    expect(done).toEqual(['no waiting', 'seen-pages-1', 'files-1', 'unregistered'])
  })
})
