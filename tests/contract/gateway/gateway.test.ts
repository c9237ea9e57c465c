import type { FastifyInstance } from 'fastify'
import { beforeAll, describe } from 'vitest'
import { openCaseGateways } from './case-gateways.ts'
import { gatewayCases } from './gateway-cases.ts'
import { callOn } from './given.ts'

const opened = openCaseGateways()
let app: FastifyInstance

beforeAll(async () => {
  app = await opened.gateway()
})

describe('the gateway on PGlite', () =>
  gatewayCases(
    () => opened.database,
    callOn(() => app),
  ))
