import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { openDatabase, type OpenDatabase } from '../../gateway/database.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { orderLines, orders, products } from '../../gateway/schema.ts'
import { seedOnce } from '../../gateway/seeding.ts'
import { cartWith, caseGoods, caseStore, contractCases, orderOf, shelf, type Call } from './cases.ts'

let opened: OpenDatabase
let app: FastifyInstance

beforeAll(async () => {
  opened = await openDatabase('memory', database => seedOnce(database, caseGoods))
  app = await createGateway({ database: opened.database, store: caseStore, limits: { couponChecks: 1_000 } })
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})
