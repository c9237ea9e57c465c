import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSlugs } from '#gateway/catalogue/slugs'
import { deletePersonalData, exportPersonalData } from '#gateway/customers/personal-data'
import { openDatabase, queryRows, type OpenDatabase } from '#gateway/database/database'
import { newId } from '#gateway/database/ids'
import { coupons, products, staff } from '#gateway/database/schema'
import { seedIfEmpty } from '#gateway/database/seeding'
import { queueMail } from '#gateway/mail/outbox'
import { readBoard } from '#gateway/office/board'
import { readGoods } from '#gateway/office/goods'
import { checkImport } from '#gateway/office/import-goods'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import {
  callOn,
  cartWith,
  caseGateway,
  caseGoods,
  newCustomer,
  newEmail,
  orderOf,
  shelf,
} from '../../contract/gateway/given.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'
import { startCluster, type Cluster } from '../../kit/postgres-cluster.ts'

let cluster: Cluster | undefined
afterAll(() => cluster?.stop())

/** A database of a PostgreSQL server whose own locale is C. */
async function openWithLocale(options: string): Promise<OpenDatabase> {
  cluster ??= await startCluster(findPostgres()!)
  const name = `letters_${options.replaceAll(/\W+/g, '_')}`.toLowerCase()
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  await client.query(`create database ${name} template template0 ${options}`)
  await client.end()
  const databaseUrl = cluster.databaseUrl.replace('/postgres?', `/${name}?`)
  return openDatabase({ databaseUrl, connections: 3 }, database => seedIfEmpty(database, caseGoods))
}

/** Capital letters of a script, and the same in lower case. */
const words: Record<string, [string, string]> = {
  Cyrillic: ['ПЕЛЬМЕНИ ЁЖИК', 'пельмени ёжик'],
  Ukrainian: ['ҐАЛУШКИ Є ЇЖА', 'ґалушки є їжа'],
  Greek: ['ΦΈΤΑ ΟΔΟΣ', 'φέτα οδος'],
  Armenian: ['ԼԱՎԱՇ', 'լավաշ'],
  Georgian: ['ᲮᲐᲭᲐᲞᲣᲠᲘ', 'ხაჭაპური'],
  French: ['CRÈME BRÛLÉE ÉTÉ', 'crème brûlée été'],
  Vietnamese: ['NƯỚC MẮM ĐẶC BIỆT', 'nước mắm đặc biệt'],
  Icelandic: ['ÞORSKUR ÆÐI', 'þorskur æði'],
  Yoruba: ['Ẹ̀BÀ ƆKƐ', 'ẹ̀bà ɔkɛ'],
  Turkish: ['RICE INSTANT IRIS', 'rice instant iris'],
}

function letterCases(open: () => Promise<OpenDatabase>): void {
  let opened: OpenDatabase
  let app: FastifyInstance
  let staffId: string
  beforeAll(async () => {
    opened = await open()
    app = await caseGateway(opened.database)
    const email = newEmail()
    const about = { email, emailKey: email, name: 'Mei Chen', role: 'owner', passwordHash: '' } as const
    staffId = (
      await opened.database
        .insert(staff)
        .values({ id: newId(), ...about })
        .returning()
    )[0]!.id
  })
  afterAll(async () => {
    await app?.close()
    await opened?.close()
  })
  const call = callOn(() => app)
  const finds = async (searchCriteria: string): Promise<number[]> =>
    (
      await call('products', { body: { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria } })
    ).body.listData.map(({ id }: { id: number }) => id)

  test.each(Object.entries(words))('%s names are found in capitals and in lower case', async (_, [upper, lower]) => {
    for (const name of [upper, lower]) {
      await opened.database.update(products).set({ name }).where(eq(products.id, shelf.gone))
      for (const typed of [upper, lower, lower.slice(0, 1) + upper.slice(1)])
        expect.soft(await finds(typed), `${typed} for ${name}`).toEqual([shelf.gone])
    }
  })

  test('letters of every script have the lower case that the code gives them', async () => {
    const letters = Array.from({ length: 0x1_ffff }, (_, code) => code)
      .filter(code => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map(code => String.fromCodePoint(code))
      .filter(letter => letter !== letter.toLowerCase())
      .join('')
    const [row] = await queryRows<{ folded: string }>(opened.database, sql`select fold_case(${letters}) as folded`)
    expect(row!.folded).toBe([...letters].map(letter => letter.toLowerCase()).join(''))
  })

  test.each([
    ['ÉMILE@EXAMPLE.COM', 'émile@example.com'],
    ['ПЁТР@ПОЧТА.EXAMPLE', 'пётр@почта.example'],
    ['ΝΊΚΟΣ@EXAMPLE.GR', 'νίκος@example.gr'],
    ['İREM.ILGIN@EXAMPLE.COM', 'i̇rem.ilgin@example.com'],
  ])('what belongs to %s is found and deleted by %s', async (upper, lower) => {
    const customer = { firstName: 'Mei', lastName: 'Lin', email: upper, telephone: '0298765432' }
    const body = orderOf(await cartWith(call, [shelf.beef, 1]), 60, { customer })
    const placed = (await call('placeOrder', { body })).body
    expect(placed).toMatchObject({ statusCode: 200 })
    await opened.database.execute(sql`update orders set status = 'completed' where id = ${placed.data.orderId}`)
    await queueMail(opened.database, 'a notice', { to: upper, subject: 'A notice', text: 'A notice' })
    const { customerId, headers } = await newCustomer(call)
    await call('updateCustomer', { params: { customerId }, body: customer, headers })
    const found = await exportPersonalData(opened.database, lower)
    expect(found).toMatchObject({
      orders: [{ id: placed.data.orderId, email: upper }],
      emailChanges: [{ email: upper }],
    })
    expect(found!.mails.length).toBeGreaterThanOrEqual(1)
    expect(await deletePersonalData(opened.database, lower)).toBe(1)
    expect(await exportPersonalData(opened.database, upper)).toBeNull()
  })

  test.each(Object.entries(words))(
    'the office finds %s names and codes, however they are typed',
    async (_, [upper, lower]) => {
      const { database } = opened
      await database.update(products).set({ code: upper }).where(eq(products.id, shelf.gone))
      const customer = { firstName: lower.split(' ')[0]!, lastName: 'Lin', email: newEmail(), telephone: '0298765432' }
      const placed = await call('placeOrder', {
        body: orderOf(await cartWith(call, [shelf.beef, 1]), 60, { customer }),
      })
      const { orderNumber } = placed.body.data
      for (const typed of [upper, lower, lower.slice(0, 1) + upper.slice(1)]) {
        expect
          .soft(
            (await readGoods(database, typed)).map(one => one.productId),
            typed,
          )
          .toContain(shelf.gone)
        const [name] = typed.split(' ')
        const board = await readBoard(database, 'Australia/Sydney', name!)
        expect
          .soft(
            board.map(one => one.orderNumber),
            name,
          )
          .toContain(orderNumber)
        const content = `code,keywords\r\n"${typed}",found\r\n`
        const person = { id: staffId, name: 'Mei Chen' }
        const checked = await checkImport(database, person, { fileName: 'goods.csv', content }, 'Australia/Sydney')
        expect.soft(checked, typed).toMatchObject({ errors: [], products: [{ productId: shelf.gone }] })
      }
    },
  )

  test('a photograph is named by a code in any case', async () => {
    await opened.database.update(products).set({ code: 'RICE-IRIS-1' }).where(eq(products.id, shelf.gone))
    expect((await findSlugs(opened.database)(['rice-iris-1'])).get('rice-iris-1')).toEqual(expect.any(String))
  })

  test.each([
    ['été', ['ÉTÉ', 'été', 'Été', 'ｅ́té']],
    ['ПРИВЕТ', ['привет', 'Привет']],
    ['ＳＡＬＥ１', ['sale1', 'SALE1']],
    ['IRISI', ['irisi', 'IRISI']],
  ])('a coupon that the grocer writes as %s applies however it is typed', async (code, typed) => {
    await opened.database.execute(
      sql`insert into coupons (code, description, discount_type, discount) values (${code}, '', 'amount', 100)`,
    )
    for (const one of typed) {
      expect.soft((await call('validateCoupon', { params: { code: one } })).body, one).toMatchObject({
        statusCode: 200,
        data: { couponCode: code },
      })
      const body = orderOf(await cartWith(call, [shelf.beef, 1]), 59, { couponCode: one })
      expect.soft((await call('placeOrder', { body })).body, one).toMatchObject({ statusCode: 200 })
    }
    const [row] = await opened.database.select().from(coupons).where(eq(coupons.code, code))
    expect(row!.used).toBe(typed.length)
  })
}

const onPostgres = describe.skipIf(findPostgres() === null && !isPostgresRequired())

describe('directus/directus#17941, inventree/InvenTree#1585, keyteki/keyteki#2022: the locale of the database decides about capitals', () => {
  describe('on PGlite', () => letterCases(openCaseDatabase))
  onPostgres('on PostgreSQL with LC_CTYPE C', () => letterCases(() => openWithLocale("lc_ctype 'C' lc_collate 'C'")))
  onPostgres('on PostgreSQL with LC_CTYPE C.UTF-8', () =>
    letterCases(() => openWithLocale("lc_ctype 'C.UTF-8' lc_collate 'C'")),
  )
  onPostgres('on PostgreSQL with a Turkish locale', () =>
    letterCases(() => openWithLocale("locale_provider icu icu_locale 'tr'")),
  )
})
