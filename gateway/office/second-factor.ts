import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { plainText } from '#contract/typed-text'
import type { Database } from '../database/database.ts'
import { recoveryCodes, staff } from '../database/schema.ts'

/** Seconds for which a code is shown (RFC 6238). */
const period = 30
/** Clocks differ: the codes before and after the current one are accepted too. */
const window = 1
const recoveryCodeCount = 10

type StaffRow = typeof staff.$inferSelect

const totpOf = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ issuer, label, period, secret: Secret.fromBase32(secret) })

/** A secret of 160 bits, in base 32 (RFC 4226 §4). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The URI of a secret, which apps read from a picture. */
export const totpUri = (secret: string, shop: string, email: string): string => totpOf(secret, shop, email).toString()

/**
 * Accepts a code of the second factor once: codes of the same 30 seconds and older ones are refused from then on, also in requests
 * at the same moment.
 */
export async function acceptTotp(database: Database, { id, totpSecret }: StaffRow, code: string): Promise<boolean> {
  const token = plainText(code).replaceAll(' ', '')
  if (totpSecret === null || !/^\d{6}$/.test(token)) return false
  const totp = totpOf(totpSecret, '', '')
  const now = Date.now()
  const delta = totp.validate({ token, timestamp: now, window })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / period) + delta
  const accepted = await database
    .update(staff)
    .set({ totpStep: step })
    .where(and(eq(staff.id, id), eq(staff.totpSecret, totpSecret), lt(staff.totpStep, step)))
    .returning({ id: staff.id })
  return accepted.length > 0
}

/** Replaces the recovery codes of a member of staff. @returns the new ones, which are stored as hashes only */
export async function renewRecoveryCodes(transaction: Database, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
  await transaction.insert(recoveryCodes).values(codes.map(code => ({ staffId, codeHash: hashOf(code) })))
  return codes
}

/** Accepts a recovery code once. */
export async function acceptRecoveryCode(database: Database, staffId: string, code: string): Promise<boolean> {
  const used = await database
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.staffId, staffId), eq(recoveryCodes.codeHash, hashOf(code))))
    .returning({ staffId: recoveryCodes.staffId })
  return used.length > 0
}

/** 80 random bits in four groups: too many to try, so a plain hash is enough. */
const newRecoveryCode = (): string => randomBytes(10).toString('hex').match(/.{5}/g)!.join('-')

/** Blanks, hyphens and capitals do not matter. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(
      plainText(code)
        .toLowerCase()
        .replaceAll(/[^\da-z]/g, ''),
    )
    .digest('base64url')
