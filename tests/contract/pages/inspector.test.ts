import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { readSettings } from '#gateway/cli/settings'
import { serveStorefront } from '#gateway/pages/storefront'
import { defaultLimits } from '#gateway/requests/rate-limits'
import { createRequestCounter } from '#gateway/requests/request-limits'

const folders: string[] = []
const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** A shop's pages, with or without the inspector. */
async function open(inspector: 'on' | 'off'): Promise<FastifyInstance> {
  const dist = folderWith({ 'index.html': '<html><head><title>Shop</title></head><body></body></html>' })
  const built = folderWith({
    'index.html': '<html><head><title>Inspector</title></head></html>',
    'tab.js': 'answer()',
    'assets/inspector-12345678.js': 'inspect()',
  })
  const app = Fastify()
  app.decorate('isDatabaseUp', async () => true)
  app.decorate('settingsVersion', { read: async () => 0, expire() {} })
  app.decorate('requestCounter', createRequestCounter(defaultLimits))
  app.decorateRequest('client', '127.0.0.1')
  apps.push(app)
  const renderer = {
    keyOf: (url: string) => url,
    render: async () => ({ status: 200, html: '<html><head></head><body>drawn</body></html>', isCacheable: true }),
  }
  await serveStorefront(app, dist, { renderer, scriptHashes: [] }, [], inspector === 'on' ? built : undefined)
  return app
}

const get = (app: FastifyInstance, url: string) => app.inject({ url, headers: { accept: 'text/html' } })
const marks = '<script>window.inspection=[]</script><script type="module" src="/inspector/tab.js"></script></head>'

describe('a gateway with the inspector on', () => {
  test('serves its page and its files', async () => {
    const app = await open('on')
    const page = await get(app, '/inspector')
    expect(page.body).toContain('<title>Inspector</title>')
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    expect(page.body).not.toContain('window.inspection')
    const tab = await app.inject('/inspector/tab.js')
    expect([tab.body, tab.headers['cache-control']]).toEqual(['answer()', 'no-cache'])
    const script = await app.inject('/inspector/assets/inspector-12345678.js')
    expect([script.body, script.headers['cache-control']]).toEqual(['inspect()', expect.stringContaining('immutable')])
  })

  test('adds the inspection script to every page and allows it', async () => {
    const app = await open('on')
    for (const path of ['/cart', '/main/product-list/0']) {
      const { body, headers } = await get(app, path)
      expect(body).toContain(marks)
      expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'/)
    }
  })
})

describe('a gateway with the inspector off', () => {
  test('has no inspector page, and adds no script', async () => {
    const app = await open('off')
    expect((await get(app, '/inspector')).body).toContain('drawn')
    expect((await app.inject({ url: '/inspector/tab.js', headers: { accept: '*/*' } })).statusCode).toBe(404)
    for (const path of ['/cart', '/main/product-list/0']) {
      const { body, headers } = await get(app, path)
      expect(body).not.toContain('inspection')
      expect(headers['content-security-policy']).not.toContain('sha256')
    }
  })

  test.each([
    [{}, 'on'],
    [{ HOST: '127.0.0.1' }, 'on'],
    [{ PUBLIC_URL: 'http://localhost:8080' }, 'on'],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://[::1]:3000' }, 'on'],
    [{ HOST: '0.0.0.0' }, 'off'],
    [{ HOST: '::' }, 'off'],
    [{ HOST: '192.0.2.7' }, 'off'],
    [{ PUBLIC_URL: 'https://shop.example' }, 'off'],
    [{ PUBLIC_URL: 'https://localhost.example' }, 'off'],
  ])('is there by default on this machine only: %j is %s', (variables, inspector) => {
    expect(readSettings(variables).inspector).toBe(inspector)
  })

  test('follows the settings', () => {
    expect(readSettings({ INSPECTOR: 'on', PUBLIC_URL: 'https://shop.example' }).inspector).toBe('on')
    expect(readSettings({ INSPECTOR: 'off' }).inspector).toBe('off')
    expect(() => readSettings({ INSPECTOR: 'no' })).toThrow('INSPECTOR is neither on nor off: no')
  })
})
