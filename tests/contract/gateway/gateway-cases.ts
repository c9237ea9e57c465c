import type { Database } from '#gateway/database/database'
import { customerDatabaseCases } from '../accounts/customer-database-cases.ts'
import { paymentCases } from '../payments/payment-cases.ts'
import { sandboxCases } from '../payments/sandbox-cases.ts'
import { databaseCases, wireCases } from './cases.ts'
import { crowdCases } from './crowd-cases.ts'
import type { callOn } from './given.ts'

/**
 * The cases of the reference gateway that are not `contractCases`: the same on PGlite and on PostgreSQL. The contract's cases run on
 * both engines as well: in gateway.test.ts on PGlite, and in client.test.ts on PostgreSQL, through the storefront's client.
 */
export function gatewayCases(database: () => Database, call: ReturnType<typeof callOn>): void {
  wireCases(call)
  paymentCases(database)
  databaseCases(database, call)
  customerDatabaseCases(database, call)
  sandboxCases(database)
  crowdCases(database)
}
