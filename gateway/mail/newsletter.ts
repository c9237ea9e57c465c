import { fields } from '#contract/fields'
import type { Database } from '../database/database.ts'
import { badRequest } from '../requests/refusals.ts'
import { subscribers } from '../database/schema.ts'

/** Notes who wants the newsletter; asking twice is no failure. Section 5 wants an e-mail, and no look at its form. */
export async function subscribeToNewsletter(database: Database, email: string): Promise<void> {
  const address = email.trim()
  if (address === '') throw badRequest('Email is required')
  if (address.length > fields.email.most) throw badRequest(`Email must be at most ${fields.email.most} characters`)
  await database.insert(subscribers).values({ email: address.toLowerCase() }).onConflictDoNothing()
}
