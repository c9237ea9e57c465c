import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveOfficePages } from '#gateway/pages/office'
import { ownPageHeaders, serveStorefront } from '#gateway/pages/storefront'
import { openCaseGateways } from '../gateway/case-gateways.ts'
import { addsStaff } from './office-given.ts'

const folder = mkdtempSync(join(tmpdir(), 'office-pages-'))
const gateways = openCaseGateways()
let app: FastifyInstance

beforeAll(async () => {
  for (const name of ['shop', 'office/assets']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'shop/index.html'), '<!doctype html><title>Shop</title>')
  writeFileSync(join(folder, 'office/index.html'), '<!doctype html><title>Office</title>')
  writeFileSync(join(folder, 'office/assets/index-A1b2C3d4.js'), 'export {}')
  app = await gateways.gateway({ office: 'local' })
  await serveStorefront(app, join(folder, 'shop'))
  await serveOfficePages(app, join(folder, 'office'), ownPageHeaders(false))
})
afterAll(() => rmSync(folder, { recursive: true }))

const paths = ['/office', '/office/login', '/office/orders/10001', '/office/assets/index-A1b2C3d4.js']
const statuses = (headers: Record<string, string> = {}) =>
  Promise.all(
    paths.map(
      async url =>
        (await app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } })).statusCode,
    ),
  )

test('the pages and files of the office are 404 before the first account, and to browsers on other machines', async () => {
  expect(await statuses()).toEqual([404, 404, 404, 404])
  await addsStaff(gateways.database, 'owner')
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect(await statuses({ 'x-forwarded-for': '203.0.113.9' })).toEqual([404, 404, 404, 404])
})

test('a page of the office is not stored, and loads scripts of its own origin only', async () => {
  const { headers, body } = await app.inject({ url: '/office', headers: { host: 'localhost' } })
  expect(body).toContain('<title>Office</title>')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'referrer-policy': 'no-referrer',
  })
})
