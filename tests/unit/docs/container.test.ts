import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { gatewaySources, shopSources } from '#gateway/cli/build'
import { readSettings, settingNames } from '#gateway/cli/settings'
import { serveHealth } from '#gateway/http/health'
import { createMailStatus } from '#gateway/shop/mail-status'
import { execForm, isIgnored, readIgnored, readStages } from '#tools/container/dockerfile'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

const stages = readStages(read('Dockerfile'))
const last = stages.at(-1)!
const ignored = readIgnored(read('.dockerignore'))
/** The text of the last instruction with this keyword in the image that runs. */
const instruction = (keyword: string) => last.instructions.findLast(one => one.keyword === keyword)?.text
const imageVariables = Object.fromEntries(
  instruction('ENV')!
    .split(' ')
    .map(pair => pair.split('=') as [string, string]),
)

interface Service {
  environment: Record<string, string>
  volumes: string[]
  ports?: string[]
  read_only: boolean
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
}
const composeFile = read('compose.yaml')
const compose = parse(composeFile) as { services: Record<'shop' | 'database', Service>; volumes: object }
const { shop, database } = compose.services
const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** Replaces variables as Compose does for someone who has set a password and nothing else. */
const filledIn = (text: string) =>
  text.replaceAll(variable, (_, name: string, sign: string, otherwise: string) =>
    name === 'POSTGRES_PASSWORD' ? 'abc123' : sign === '-' ? otherwise : '',
  )

test('every file that the Dockerfile copies from the repository exists and is not ignored', () => {
  const sources = stages.flatMap(({ instructions }) =>
    instructions
      .filter(({ keyword, flags }) => keyword === 'COPY' && flags.from === undefined)
      .flatMap(({ text }) => text.split(' ').slice(0, -1)),
  )
  expect(sources).toContain('gateway')
  expect(sources.filter(path => !existsSync(join(root, path)) || isIgnored(path, ignored))).toEqual([])
})

test('no source of the build is ignored', () => {
  expect([...shopSources, ...gatewaySources].filter(path => isIgnored(path, ignored))).toEqual([])
})

test('every stage that the Dockerfile copies from is an earlier one', () => {
  const unknown = stages.flatMap(({ instructions }, at) => {
    const earlier = stages.slice(0, at).map(({ name }) => name)
    return instructions.flatMap(({ flags: { from } }) => (from === undefined || earlier.includes(from) ? [] : [from]))
  })
  expect(unknown).toEqual([])
})

test('the image runs as a user without privileges', () => {
  expect(instruction('USER')).toBe('node')
})

test('the image runs the command of npm start, without a shell around it', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  expect(`exec ${execForm(instruction('CMD')!).join(' ')}`).toBe(scripts.start)
})

test('the image has production packages only', () => {
  const installs = stages.flatMap(one => one.instructions).filter(({ text }) => /npm (?:ci|install)/.test(text))
  expect(installs.map(({ text }) => text)).toEqual([expect.stringContaining('--omit=dev')])
})

test('the image has settings that the gateway knows, and keeps its data on the volume', () => {
  expect(Object.keys(imageVariables).filter(name => ![...settingNames, 'NODE_ENV'].includes(name))).toEqual([])
  const { dataDir, port } = readSettings(imageVariables)
  expect([instruction('VOLUME'), instruction('EXPOSE')]).toEqual([dataDir, String(port)])
})

/** Serves the gateway's health routes on a free port; `gone` has ended. @returns the exit code of the image's health check */
async function healthCheck(gateway: 'ok' | 'unreachable' | 'gone'): Promise<number | null> {
  const app = fastify()
  onTestFinished(() => app.close())
  app.decorate('databaseState', async () => gateway as 'ok' | 'unreachable')
  const lastRuns = { payments: null, receipts: null, mails: null }
  serveHealth(app, { lastRuns, lastMail: null, mail: 'folder', mailStatus: createMailStatus(), provider: null })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  if (gateway === 'gone') await app.close()
  const [, ...args] = execForm(instruction('HEALTHCHECK')!)
  return new Promise(resolve => {
    execFile(process.execPath, args, { env: { PORT: String(port) } }).on('exit', resolve)
  })
}

test('the health check of the image passes while the gateway is ready, and fails without a database or gateway', async () => {
  const codes = await Promise.all([healthCheck('ok'), healthCheck('unreachable'), healthCheck('gone')])
  expect(codes).toEqual([0, 1, 1])
})

test('compose.yaml has settings that the gateway knows, with values that it accepts', () => {
  expect(Object.keys(shop.environment).filter(name => !settingNames.includes(name))).toEqual([])
  const environment = Object.entries(shop.environment).map(([name, value]) => [name, filledIn(value)])
  const settings = readSettings({ ...imageVariables, ...Object.fromEntries(environment) })
  expect(settings).toMatchObject({
    databaseUrl: 'postgres://shop:abc123@database/shop?sslmode=disable',
    host: '0.0.0.0',
  })
  expect(shop.ports).toEqual([`127.0.0.1:${settings.port}:${settings.port}`])
})

test('every variable that compose.yaml reads has the name of the setting that it is for', () => {
  const read = [...composeFile.matchAll(variable)].map(([, name]) => name!)
  expect(read.filter(name => name !== 'POSTGRES_PASSWORD' && !settingNames.includes(name))).toEqual([])
})

test('compose.yaml has no secret: the password is required, and secrets of the shop are empty by default', () => {
  const passwords = [...composeFile.matchAll(variable)].filter(([, name]) => name === 'POSTGRES_PASSWORD')
  expect(passwords.map(([, , sign]) => sign)).toEqual(['?', '?'])
  expect(database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?[^}]+\}$/)
  const secrets = ['SMTP_URL', 'PAYPAL_SECRET'].map(name => shop.environment[name])
  expect(secrets).toEqual([`\${SMTP_URL:-}`, `\${PAYPAL_SECRET:-}`])
})

test('compose.yaml starts the shop once the database is healthy, and both write to volumes only', () => {
  expect(shop.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  expect(database.healthcheck).toBeDefined()
  expect([shop.read_only, database.read_only]).toEqual([true, true])
  const mounted = [shop, database].flatMap(({ volumes }) => volumes.map(one => one.split(':') as [string, string]))
  expect(mounted.map(([name]) => name)).toEqual(Object.keys(compose.volumes))
  expect(mounted[0]![1]).toBe(imageVariables.DATA_DIR)
})
