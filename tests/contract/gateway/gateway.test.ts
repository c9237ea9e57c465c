import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe } from 'vitest'
import type { OpenDatabase } from '#gateway/database/database'
import { openCaseDatabase } from './case-database.ts'
import { crowdCases } from './crowd-cases.ts'
import { contractCases, databaseCases, wireCases } from './cases.ts'
import { customerDatabaseCases } from '../accounts/customer-database-cases.ts'
import { callOn, caseGateway } from './given.ts'
import { paymentCases } from '../payments/payment-cases.ts'
import { sandboxCases } from '../payments/sandbox-cases.ts'

let opened: OpenDatabase
let app: FastifyInstance

beforeAll(async () => {
  opened = await openCaseDatabase()
  app = await caseGateway(opened.database)
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

describe('the gateway on PGlite', () => {
  const call = callOn(() => app)
  contractCases(call)
  wireCases(call)
  paymentCases(() => opened.database)
  databaseCases(() => opened.database, call)
  customerDatabaseCases(() => opened.database, call)
  sandboxCases(() => opened.database)
  crowdCases(() => opened.database)
})
