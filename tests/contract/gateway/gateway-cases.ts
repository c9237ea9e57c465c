import type { Database } from '#gateway/database/database'
import { customerDatabaseCases } from '../accounts/customer-database-cases.ts'
import { paymentCases } from '../payments/payment-cases.ts'
import { sandboxCases } from '../payments/sandbox-cases.ts'
import { contractCases, databaseCases, wireCases } from './cases.ts'
import { crowdCases } from './crowd-cases.ts'
import type { callOn } from './given.ts'

/** Every case of the reference gateway: the same on PGlite and on PostgreSQL. */
export function gatewayCases(database: () => Database, call: ReturnType<typeof callOn>): void {
  contractCases(call)
  wireCases(call)
  paymentCases(database)
  databaseCases(database, call)
  customerDatabaseCases(database, call)
  sandboxCases(database)
  crowdCases(database)
}
