import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { comparableCoupon } from '#contract/coupon'
import type { Database } from '../../database/database.ts'
import { coupons } from '../../database/schema.ts'
import { fieldRefusal } from '../../requests/refusals.ts'
import { dayAt, startOfDay } from '../../shop/local-time.ts'
import { hasCodeOf } from '../../stock/coupon-codes.ts'
import { amountIn, centsIn, centsOrNull, valueOf, type StoredSection } from './section.ts'

type Row = typeof coupons.$inferSelect & { hasBegun: boolean; hasEnded: boolean }

/** By the clock of the database, as orders read them. */
const columns = {
  ...getTableColumns(coupons),
  hasBegun: sql<boolean>`coalesce(${coupons.startsAt} <= now(), true)`,
  hasEnded: sql<boolean>`coalesce(${coupons.endsAt} <= now(), false)`,
}

function stateOf({ hasBegun, hasEnded, used, usesLimit }: Row): string {
  if (hasEnded) return 'Ended'
  if (!hasBegun) return 'Not yet valid'
  return usesLimit !== null && used >= usesLimit ? 'Used up' : 'Valid'
}

/** Coupons. One is ended rather than deleted: orders name it. */
export const couponSection: StoredSection = {
  initial: {
    code: '',
    kind: 'percent',
    discount: '',
    description: '',
    minimum: '',
    usesLimit: '',
    used: '0',
    from: '',
    until: '',
    state: '',
  },
  async read(database, { rules: { timeZone } }) {
    const rows = await database.select(columns).from(coupons).orderBy(asc(coupons.code))
    return rows.map(row => ({
      key: row.code,
      name: row.code,
      values: {
        code: row.code,
        kind: row.discountType,
        // hundredths of a percent, or cents
        discount: amountIn(row.discount),
        description: row.description,
        minimum: amountIn(row.minimumAmount),
        usesLimit: row.usesLimit === null ? '' : String(row.usesLimit),
        used: String(row.used),
        from: row.startsAt === null ? '' : dayAt(timeZone, row.startsAt),
        // it ends with that day
        until: row.endsAt === null ? '' : dayAt(timeZone, new Date(row.endsAt.getTime() - 1)),
        state: stateOf(row),
      },
    }))
  },
  readChoices: async () => ({
    kind: [
      { value: 'percent', label: 'Percent' },
      { value: 'amount', label: 'Dollars' },
    ],
  }),
  async write(transaction, values, before, { rules: { timeZone } }) {
    const from = valueOf(values, 'from')
    const until = valueOf(values, 'until')
    if (from !== '' && until !== '' && until < from)
      throw fieldRefusal('until', 'The last day is before the first. Please choose a later one.')
    const isUntilNew = until !== before?.values.until
    if (isUntilNew && until !== '' && until < dayAt(timeZone, new Date()))
      throw fieldRefusal('until', 'The last day is over. Please choose a later one.')
    const discountType = values.kind === 'percent' ? 'percent' : 'amount'
    const discount = centsIn(valueOf(values, 'discount'))
    if (discount === 0 || (discountType === 'percent' && discount > 10_000))
      throw fieldRefusal('discount', 'Please enter more than 0, and at most 100 percent.')
    const usesLimit = values.usesLimit === '' ? null : Number(values.usesLimit)
    const row = {
      discountType,
      discount,
      description: valueOf(values, 'description'),
      minimumAmount: centsOrNull(valueOf(values, 'minimum')),
      usesLimit,
      ...(from !== before?.values.from && { startsAt: from === '' ? null : startOfDay(timeZone, from) }),
      ...(isUntilNew && { endsAt: until === '' ? null : startOfDay(timeZone, until, 1) }),
    } as const
    if (before === null) return insertCoupon(transaction, valueOf(values, 'code'), row)
    const isCoupon = eq(coupons.code, before.key)
    // orders count its uses
    const [{ used }] = (await transaction.select().from(coupons).where(isCoupon).for('update')) as [Row]
    if (usesLimit !== null && usesLimit < used)
      throw fieldRefusal('usesLimit', `It can’t be less than ${used}: that often it was used.`)
    await transaction.update(coupons).set(row).where(isCoupon)
    return before.key
  },
  async remove(transaction, { key }) {
    await transaction
      .update(coupons)
      .set({ endsAt: sql`least(coalesce(${coupons.endsAt}, now()), now())` })
      .where(eq(coupons.code, key))
  },
}

async function insertCoupon(
  transaction: Database,
  typed: string,
  row: Omit<typeof coupons.$inferInsert, 'code' | 'startsAt' | 'endsAt'> & {
    startsAt?: ReturnType<typeof startOfDay> | null
    endsAt?: ReturnType<typeof startOfDay> | null
  },
): Promise<string> {
  const code = comparableCoupon(typed)
  if (!/^[\p{L}\p{N}-]{2,30}$/u.test(code))
    throw fieldRefusal('code', 'Please enter 2 to 30 letters, digits and hyphens.')
  const [known] = await transaction.select().from(coupons).where(hasCodeOf(code))
  if (known !== undefined) throw fieldRefusal('code', 'There is a coupon with this code.')
  await transaction.insert(coupons).values({ code, ...row })
  return code
}
