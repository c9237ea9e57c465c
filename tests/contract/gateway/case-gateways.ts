import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { Database, OpenDatabase } from '#gateway/database/database'
import type { GatewayOptions } from '#gateway/http/gateway'
import { openCaseDatabase } from './case-database.ts'
import { caseGateway } from './given.ts'

/** The database of the contract cases, and gateways on it, for the tests of a file or of a `describe`. */
export interface CaseGateways {
  /** Only while the tests run. */
  readonly database: Database
  /** Starts a gateway, which is closed after the tests. */
  gateway(more?: Partial<GatewayOptions>): Promise<FastifyInstance>
}

/**
 * @param start - makes a gateway; `plainGateway` for one with the settings of a new store
 * @param open - opens the database
 */
export function openCaseGateways(start = caseGateway, open = openCaseDatabase): CaseGateways {
  const apps: FastifyInstance[] = []
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await opened?.close()
  })
  return {
    get database() {
      return opened.database
    },
    async gateway(more) {
      const app = await start(opened.database, more)
      apps.push(app)
      return app
    },
  }
}
