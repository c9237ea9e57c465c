import type { AddressInfo } from 'node:net'
import { openDatabase } from '#gateway/database/database'
import { demoPictures } from '#gateway/demo/pictures'
import { createGateway } from '#gateway/http/gateway'
import { createSandbox } from '#gateway/payments/sandbox/sandbox'
import type { StoreRules } from '#gateway/shop/store-rules'

// A gateway in a process of its own, which a test kills. It prints its port.

/** What the test sends as its argument. */
export interface KilledGateway {
  databaseUrl: string
  store: StoreRules
  secret: string
}

const { databaseUrl, store, secret } = JSON.parse(process.argv[2]!) as KilledGateway
const { database } = await openDatabase({ databaseUrl, connections: 5 })
const app = await createGateway({
  database,
  store,
  pictures: demoPictures,
  provider: await createSandbox(database, 0),
  tokenSecret: new TextEncoder().encode(secret),
  publicUrl: 'https://shop.example.com',
  createSendMail: () => async () => {},
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
