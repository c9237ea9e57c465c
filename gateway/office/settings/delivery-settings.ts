import { and, asc, eq, max } from 'drizzle-orm'
import type { SettingValues } from '#contract/office-settings'
import { postCodeFees, regions, storeSettings, suburbs } from '../../database/schema.ts'
import { comparablePostCode } from '#contract/suburb-names'
import { fieldRefusal } from '../../requests/refusals.ts'
import { readRules, storeFirstRules } from '../../shop/store-settings.ts'
import { amountIn, centsIn, checkIn, valueOf, type StoredSection } from './section.ts'

/** Fees and minimum order of the store as a whole. */
export const deliverySection: StoredSection = {
  async read(database, shop) {
    const rules = await readRules(database, shop.rules)
    const values = {
      standardFee: amountIn(rules.standardDeliveryFee),
      minimum: amountIn(rules.minimumOrderLimit),
      limitsArea: checkIn(rules.limitAreaShipping),
      byPostCode: checkIn(rules.calculateDeliveryFee),
    }
    return [{ key: 'delivery', name: 'delivery', values }]
  },
  async write(transaction, values, _before, shop) {
    const row = {
      standardDeliveryFee: centsIn(valueOf(values, 'standardFee')),
      minimumOrderLimit: centsIn(valueOf(values, 'minimum')),
      limitAreaShipping: values.limitsArea === 'yes',
      calculateDeliveryFee: values.byPostCode === 'yes',
    }
    await storeFirstRules(transaction, shop.rules)
    await transaction.update(storeSettings).set(row)
    return 'delivery'
  },
}

/** Fees by post code. */
export const feeSection: StoredSection = {
  initial: { postCode: '', fee: '' },
  async read(database, shop) {
    const { deliveryFees } = await readRules(database, shop.rules)
    return Object.entries(deliveryFees)
      .map(([postCode, fee]) => ({ key: postCode, name: postCode, values: { postCode, fee: amountIn(fee) } }))
      .toSorted((one, other) => one.key.localeCompare(other.key, 'en'))
  },
  async write(transaction, values, before, shop) {
    const postCode = comparablePostCode(valueOf(values, 'postCode'))
    const fee = centsIn(valueOf(values, 'fee'))
    await storeFirstRules(transaction, shop.rules)
    const [stored] =
      before === null
        ? await transaction.insert(postCodeFees).values({ postCode, fee }).onConflictDoNothing().returning()
        : await transaction.update(postCodeFees).set({ fee }).where(eq(postCodeFees.postCode, before.key)).returning()
    if (stored === undefined) throw fieldRefusal('postCode', 'This post code has a fee already.')
    return postCode
  },
  async remove(transaction, { key }, shop) {
    await storeFirstRules(transaction, shop.rules)
    await transaction.delete(postCodeFees).where(eq(postCodeFees.postCode, key))
  },
}

const suburbKey = (regionId: number, postCode: string, name: string) => `${regionId}_${postCode}_${name}`

/** The suburbs to choose from, and which of them are in the delivery area. */
export const areaSection: StoredSection = {
  initial: { region: '', name: '', postCode: '', served: 'yes' },
  async read(database) {
    const rows = await database
      .select({ suburb: suburbs, region: regions.name })
      .from(suburbs)
      .innerJoin(regions, eq(regions.id, suburbs.regionId))
      .orderBy(asc(suburbs.position))
    return rows.map(({ suburb: { regionId, name, postCode, inDeliveryArea }, region }) => ({
      key: suburbKey(regionId, postCode, name),
      name: `${name} ${postCode}, ${region}`,
      values: { region: String(regionId), name, postCode, served: checkIn(inDeliveryArea) },
    }))
  },
  async readChoices(database) {
    const rows = await database.select().from(regions).orderBy(asc(regions.position))
    return { region: rows.map(({ id, name }) => ({ value: String(id), label: name })) }
  },
  async write(transaction, values, before) {
    const name = valueOf(values, 'name')
    const postCode = before === null ? comparablePostCode(valueOf(values, 'postCode')) : valueOf(values, 'postCode')
    const regionId = Number(values.region)
    const inDeliveryArea = values.served === 'yes'
    if (before !== null) {
      await transaction.update(suburbs).set({ inDeliveryArea }).where(isSuburb(before.values))
      return before.key
    }
    const [last] = await transaction.select({ position: max(suburbs.position) }).from(suburbs)
    const [stored] = await transaction
      .insert(suburbs)
      .values({ regionId, name, postCode, inDeliveryArea, position: (last?.position ?? 0) + 1 })
      .onConflictDoNothing()
      .returning()
    if (stored === undefined) throw fieldRefusal('name', 'This suburb is there already.')
    return suburbKey(regionId, postCode, name)
  },
  async remove(transaction, { values }) {
    await transaction.delete(suburbs).where(isSuburb(values))
  },
}

const isSuburb = (values: SettingValues) =>
  and(
    eq(suburbs.regionId, Number(values.region)),
    eq(suburbs.name, valueOf(values, 'name')),
    eq(suburbs.postCode, valueOf(values, 'postCode')),
  )
