import { eq, isNull, or } from 'drizzle-orm'
import type { ProviderName } from '../database/provider-name.ts'
import { payments } from '../database/schema.ts'

/** Payments of another provider wait until the gateway uses it again. Older payments name none. */
export const isOf = (name: ProviderName) => or(isNull(payments.provider), eq(payments.provider, name))
