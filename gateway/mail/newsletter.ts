import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { normalizeEmail } from '../customers/customers.ts'
import { checkField } from '../customers/form-rules.ts'
import { subscribers } from '../database/schema.ts'
import type { GatewayServices } from '../shop/services.ts'
import { mailTemplates } from './mail-templates.ts'
import { deliverMailsLater, queueMail } from './outbox.ts'

const unsubscribeLinkOf = (publicUrl: string, token: string): string => `${publicUrl}/link/unsubscribe?token=${token}`

/**
 * Mails a link to an email address that subscribes it. Subscribing twice is not an error: a subscriber gets no mail, and
 * an address that did not confirm gets one a day at most.
 *
 * @param database - the caller's transaction, or the database
 * @throws Refused 400 for text that is not an email address
 */
export async function subscribeToNewsletter(shop: GatewayServices, database: Database, email: string): Promise<void> {
  const { rules, publicUrl } = shop
  const address = normalizeEmail(checkField('email', email))
  const mail = await database.transaction(async transaction => {
    await transaction.insert(subscribers).values({ email: address }).onConflictDoNothing()
    const isMailedToday = sql`${subscribers.askedAt} > now() - interval '1 day'`
    const [subscriber] = await transaction
      .update(subscribers)
      .set({ askedAt: sql`now()` })
      .where(
        and(
          eq(subscribers.email, address),
          isNull(subscribers.confirmedAt),
          or(isNull(subscribers.askedAt), sql`not ${isMailedToday}`),
        ),
      )
      .returning()
    if (subscriber === undefined) return null
    const { token } = subscriber
    const link = `${publicUrl}/link/confirm-newsletter?token=${token}`
    const text = mailTemplates(rules.name).confirmNewsletter(address, link, unsubscribeLinkOf(publicUrl, token))
    return queueMail(transaction, 'newsletter', text)
  })
  if (mail !== null && database === shop.database) deliverMailsLater(shop, [mail])
}

/** @returns false for an unknown link */
export async function confirmSubscription(database: Database, token: string): Promise<boolean> {
  const [confirmed] = await database
    .update(subscribers)
    .set({ confirmedAt: sql`coalesce(${subscribers.confirmedAt}, now())` })
    .where(eq(subscribers.token, token))
    .returning({ email: subscribers.email })
  return confirmed !== undefined
}

/** Deletes a subscriber. Unsubscribing again is not an error. */
export async function unsubscribe(database: Database, token: string): Promise<void> {
  await database.delete(subscribers).where(eq(subscribers.token, token))
}

/** Who gets the newsletter, each with the link that has to be in it. */
export async function listSubscribers(database: Database, publicUrl: string) {
  const rows = await database.select().from(subscribers).where(isNotNull(subscribers.confirmedAt))
  return rows.map(({ email, token }) => ({ email, unsubscribe: unsubscribeLinkOf(publicUrl, token) }))
}

/** Deletes addresses that did not confirm within 30 days. */
export async function deleteUnconfirmedSubscribers(database: Database): Promise<void> {
  await database
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lt(subscribers.askedAt, sql`now() - interval '30 days'`)))
}
