import { sql } from 'drizzle-orm'
import {
  isSectionName,
  newKey,
  readSettingField,
  sectionOf,
  settingText,
  type OfficeSetting,
  type SectionName,
  type SettingChange,
  type SettingField,
  type SettingList,
  type SettingOption,
  type SettingRow,
  type SettingValues,
} from '#contract/office-settings'
import { readLastSettingChange, readSettingHistory, recordChange } from '../../changes/changes.ts'
import type { Database } from '../../database/database.ts'
import { badRequest, fieldRefusal, notFound, softRefusal } from '../../requests/refusals.ts'
import { isDay } from '../../shop/local-time.ts'
import { listTakenSlots } from '../../slots/slots.ts'
import type { SettingServices, StoredSection } from './section.ts'
import { areaSection, deliverySection, feeSection } from './delivery-settings.ts'
import { bannerSection } from './banner-settings.ts'
import { couponSection } from './coupon-settings.ts'
import { hoursSection } from './hours-settings.ts'
import { closedDaySection, methodSection, windowSection } from './slot-settings.ts'

const storedSections: Readonly<Record<SectionName, StoredSection>> = {
  slots: windowSection,
  'closed-days': closedDaySection,
  methods: methodSection,
  delivery: deliverySection,
  fees: feeSection,
  areas: areaSection,
  hours: hoursSection,
  coupons: couponSection,
  banners: bannerSection,
}

/** A section of a path. @throws Refused 404 for another text */
export function sectionIn(text = ''): SectionName {
  if (!isSectionName(text)) throw notFound('There are no such settings.')
  return text
}

/** The name of a setting in the list of changes. */
const settingName = (section: SectionName, key: string) => `${section}/${key}`

/** The settings of a section, and what their fields can choose from. */
export async function readSettings(
  database: Database,
  section: SectionName,
  shop: SettingServices,
): Promise<SettingList> {
  const stored = storedSections[section]
  return {
    rows: await stored.read(database, shop),
    choices: (await stored.readChoices?.(database, shop)) ?? {},
    ...(section === 'slots' && { slots: await listTakenSlots(database, shop.rules) }),
  }
}

/**
 * A setting with its history. One that is being made has the version of the last change of its section, so that a request that is repeated makes no
 * second one.
 *
 * @throws Refused 404 if there is no such setting
 */
export async function readSetting(
  database: Database,
  section: SectionName,
  key: string,
  shop: SettingServices,
): Promise<OfficeSetting> {
  const row = await readRow(database, section, key, shop)
  const choices = (await storedSections[section].readChoices?.(database, shop)) ?? {}
  const history = key === newKey ? [] : await readSettingHistory(database, settingName(section, key))
  const last = key === newKey ? await readLastSettingChange(database, `${section}/%`) : null
  return { ...row, choices, version: last?.id ?? history.at(-1)?.changeId ?? 0, history }
}

async function readRow(
  database: Database,
  section: SectionName,
  key: string,
  shop: SettingServices,
): Promise<SettingRow> {
  const { initial, read } = storedSections[section]
  if (key === newKey && initial !== undefined) return { key, name: '', values: initial }
  const row = (await read(database, shop)).find(one => one.key === key)
  if (row === undefined) throw notFound(`There is no such ${sectionOf(section).noun || 'setting'}.`)
  return row
}

/** Whose settings are changed one at a time. */
interface Changing {
  section: SectionName
  key: string
  staffName: string
}

/** Settings are changed one at a time: few people do so, and rarely. */
const settingsLock = 4_200_361

/**
 * Changes a setting or makes one, in one transaction with the rows of the list of changes.
 *
 * @returns its key
 * @throws Refused 404 if there is no such setting; 400 or, with the field, softly 422 for values that it can't have; softly 409 if another person
 *   has changed it since
 */
export const changeSetting = (
  database: Database,
  shop: SettingServices,
  { section, key, staffName }: Changing,
  { version, values: entered }: SettingChange,
): Promise<string> =>
  database.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${settingsLock})`)
    const row = await readRow(transaction, section, key, shop)
    const isNew = key === newKey
    const choices = (await storedSections[section].readChoices?.(transaction, shop)) ?? {}
    const values = readValues(section, row, entered, choices)
    const differences = differencesOf(section, row, values, choices)
    await refuseStale(transaction, { section, key, version }, differences)
    if (differences.length === 0 && !isNew) return key
    const newest = await storedSections[section].write(transaction, values, isNew ? null : row, shop)
    const setting = settingName(section, newest)
    if (isNew) {
      const { name } = await readRow(transaction, section, newest, shop)
      const after = summaryOf(section, values, choices)
      await recordChange(transaction, { staffName, setting, what: subjectOf(section, name), before: null, after })
    } else
      for (const { what, before, after } of differences)
        await recordChange(transaction, {
          staffName,
          setting,
          what: `${what} of ${subjectOf(section, row.name)}`,
          before,
          after,
        })
    return newest
  })

/**
 * Removes or ends a setting, in one transaction with the row of the list of changes.
 *
 * @throws Refused 404 if there is no such setting or it can't be removed; softly 409 if another person has changed it since
 */
export const removeSetting = (
  database: Database,
  shop: SettingServices,
  { section, key, staffName }: Changing,
  version: number,
): Promise<void> =>
  database.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${settingsLock})`)
    const { remove, readChoices } = storedSections[section]
    const row = key === newKey ? undefined : await readRow(transaction, section, key, shop)
    if (row === undefined || remove === undefined) throw notFound('It can’t be removed.')
    await refuseStale(transaction, { section, key, version }, [])
    const before = summaryOf(section, row.values, (await readChoices?.(transaction, shop)) ?? {})
    await remove(transaction, row, shop)
    const setting = settingName(section, key)
    const after = sectionOf(section).removal === 'End' ? 'ended' : null
    await recordChange(transaction, { staffName, setting, what: subjectOf(section, row.name), before, after })
  })

/** A value that changes. */
interface Difference {
  what: string
  before: string
  after: string
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const subjectOf = (section: SectionName, name: string) => `${sectionOf(section).noun} ${name}`.trim()

type Choices = Readonly<Record<string, SettingOption[]>>

/**
 * The values, or those that a new one starts with, with those that were entered, in their form.
 *
 * @throws Refused 400 for a field that is not entered; with the field, softly 422 for a value that it can't have
 */
function readValues(section: SectionName, row: SettingRow, entered: SettingValues, choices: Choices): SettingValues {
  const { fields } = sectionOf(section)
  const isNew = row.key === newKey
  for (const name of Object.keys(entered)) {
    const field = Object.hasOwn(fields, name) ? fields[name]! : null
    if (field === null || field.isShownOnly || (field.isKey && !isNew && entered[name] !== row.values[name]))
      throw badRequest(`${name} is not entered.`)
  }
  const values: Record<string, string> = { ...row.values }
  for (const [name, field] of Object.entries(fields)) {
    if (field.isShownOnly || (!isNew && entered[name] === undefined)) continue
    const { value, error } = readSettingField(field, entered[name] ?? row.values[name] ?? '', choices[name])
    if (error !== undefined) throw fieldRefusal(name, `${error}.`)
    if (field.kind === 'day' && value !== '' && !isDay(value)) throw fieldRefusal(name, 'Please enter a day.')
    values[name] = value
  }
  return values
}

function differencesOf(section: SectionName, row: SettingRow, values: SettingValues, choices: Choices): Difference[] {
  const text = (name: string, field: SettingField, of: SettingValues) =>
    settingText(field, of[name] ?? '', choices[name])
  return Object.entries(sectionOf(section).fields)
    .filter(([name]) => values[name] !== row.values[name])
    .map(([name, field]) => ({
      what: lowerFirst(field.label),
      before: text(name, field, row.values),
      after: text(name, field, values),
    }))
}

/** All values in one text: 'to: 11:00, orders: 6'. */
const summaryOf = (section: SectionName, values: SettingValues, choices: Choices): string =>
  Object.entries(sectionOf(section).fields)
    .map(([name, field]) => `${lowerFirst(field.label)}: ${settingText(field, values[name] ?? '', choices[name])}`)
    .join(', ')

async function refuseStale(
  transaction: Database,
  { section, key, version }: { section: SectionName; key: string; version: number },
  differences: Difference[],
): Promise<void> {
  const isNew = key === newKey
  const last = await readLastSettingChange(transaction, isNew ? `${section}/%` : settingName(section, key))
  if (last === undefined || last.id === version) return
  const both = isNew
    ? [`The last change is about ${last.what}.`]
    : differences.map(({ what, before, after }) => `The ${what} is ‘${before}’ now; you chose ‘${after}’.`)
  const what = isNew ? sectionOf(section).title.toLowerCase() : 'this'
  throw softRefusal(409, [`${last.staffName} changed ${what} first.`, ...both, 'Nothing was changed.'].join(' '))
}
