import { fields } from '#contract/fields'
import type { Database } from '../database/database.ts'
import { badRequest } from '../requests/refusals.ts'
import { subscribers } from '../database/schema.ts'

/** Subscribes an e-mail address. Subscribing twice is not an error. */
export async function subscribeToNewsletter(database: Database, email: string): Promise<void> {
  const address = email.trim()
  if (address === '') throw badRequest('Email is required')
  if (address.length > fields.email.most) throw badRequest(`Email must be at most ${fields.email.most} characters`)
  await database.insert(subscribers).values({ email: address.toLowerCase() }).onConflictDoNothing()
}
