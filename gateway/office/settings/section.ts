import type { SettingOption, SettingRow, SettingValues } from '#contract/office-settings'
import type { Database } from '../../database/database.ts'
import type { GatewayServices } from '../../shop/services.ts'

/** What sections need. */
export type SettingServices = Pick<GatewayServices, 'rules' | 'pictures'>

/** How settings of a section are read and stored. */
export interface StoredSection {
  /** The settings, in the order in which they are listed. */
  read: (database: Database, shop: SettingServices) => Promise<SettingRow[]>
  /** What a new one starts with; omit for a section without new ones. */
  initial?: SettingValues
  /** The options of the fields with a choice. */
  readChoices?: (database: Database, shop: SettingServices) => Promise<Record<string, SettingOption[]>>
  /**
   * Stores values that are in their form.
   *
   * @param before - null for a new one
   * @returns the key
   * @throws Refused with the field, for values that do not go together
   */
  write: (
    transaction: Database,
    values: SettingValues,
    before: SettingRow | null,
    shop: SettingServices,
  ) => Promise<string>
  /** Removes or ends it; omit if that is not possible. */
  remove?: (transaction: Database, row: SettingRow, shop: SettingServices) => Promise<void>
}

/** A value of a setting, whose section has the field. */
export const valueOf = (values: SettingValues, field: string): string => values[field]!

/** Cents of an amount in the form '5.90'. */
export const centsIn = (amount: string): number => Math.round(Number(amount) * 100)

/** Cents, or null for no amount. */
export const centsOrNull = (amount: string): number | null => (amount === '' ? null : centsIn(amount))

/** An amount in the form '5.90'. */
export const amountIn = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

export const checkIn = (isSet: boolean): string => (isSet ? 'yes' : 'no')
