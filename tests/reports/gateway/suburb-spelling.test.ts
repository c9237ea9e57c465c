import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { regions, suburbs } from '#gateway/database/schema'
import type { OpenDatabase } from '#gateway/database/database'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import {
  address,
  bearerHeaders,
  callOn,
  cartWith,
  caseGateway,
  newCustomer,
  orderOf,
  shelf,
  type Json,
} from '../../contract/gateway/given.ts'

const more = [
  ['Marsfield', '2122'],
  ['St Ives', '2075'],
  ['North Ryde', '2113'],
  ['Denistone East', '2112'],
  ['Northam', '2999'],
  ['Southam', '2999'],
  ...['Amber', 'Birch', 'Cedar', 'Dahlia', 'Elm'].map(name => [`${name} Hill`, '2888'] as const),
] as const

let opened: OpenDatabase
let app: FastifyInstance
const call = callOn(() => app)

beforeAll(async () => {
  opened = await openCaseDatabase()
  await opened.database.insert(suburbs).values(
    more.map(([name, postCode], index) => ({
      regionId: 1,
      name,
      postCode,
      inDeliveryArea: true,
      position: 10 + index,
    })),
  )
  const victoria = 2
  await opened.database.insert(regions).values({ id: victoria, countryId: 1, name: 'Victoria', position: 1 })
  await opened.database
    .insert(suburbs)
    .values({ regionId: victoria, name: 'Wodonga', postCode: '3690', inDeliveryArea: true, position: 1 })
  app = await caseGateway(opened.database)
})
afterAll(async () => {
  await app.close()
  await opened.close()
})

const feeOf = async (city: string, postCode: string, regionId = 1): Promise<Json> =>
  (
    await call('deliveryFee', {
      body: { ...address, sessionId: 'x', deliveryMethod: 'home', city, postCode, regionId },
    })
  ).body

const suggested = (body: Json): string[] =>
  (body.conflicts?.[0].suggestions ?? []).map((one: Json) => `${one.name} ${one.postCode}`)

describe('review shopper-3 1: a misspelled suburb', () => {
  test.each([
    ['eastwod', '2122'],
    ['EASTWOOD', '2122'],
    ['East wood', ' 2122 '],
    ['Eastwodo', '2122'],
    ['Éastwood', '2122'],
    ['Ｅａｓｔｗｏｏｄ', '２１２２'],
    ['Saint Ives', '2075'],
    ['St. Ives', '2075'],
    ['Nth Ryde', '2113'],
    ['north-ryde', '2113'],
    ['Denistone E', '2112'],
  ])('%s %s is delivered to', async (city, postCode) => {
    expect(await feeOf(city, postCode)).toMatchObject({ statusCode: 200 })
  })

  test('a served post code with another name suggests its suburbs', async () => {
    const body = await feeOf('Sydney', '2122')
    expect(body).toMatchObject({
      statusCode: 422,
      message: 'We can’t find “Sydney”. Did you mean Eastwood or Marsfield?',
    })
    expect(suggested(body)).toEqual(['Eastwood 2122', 'Marsfield 2122'])
  })

  test('a served suburb with another post code suggests its post code', async () => {
    const body = await feeOf('eastwood', '2121')
    expect(body.message).toBe('We can’t find “eastwood 2121”. Did you mean Eastwood 2122?')
    expect(suggested(body)).toEqual(['Eastwood 2122'])
  })

  test('a name that may be one of two suburbs suggests both', async () => {
    const body = await feeOf('Noutham', '2999')
    expect(body.message).toBe('We can’t find “Noutham”. Did you mean Northam or Southam?')
    for (const name of ['Nortam', 'Southam']) expect(await feeOf(name, '2999')).toMatchObject({ statusCode: 200 })
  })

  test('a suburb of another region suggests the region', async () => {
    const body = await feeOf('Wodonga', '3690')
    expect(body).toMatchObject({
      statusCode: 422,
      message: 'We can’t find “Wodonga 3690”. Did you mean Wodonga 3690, Victoria?',
    })
    expect(await feeOf('Wodonga', '3690', 2)).toMatchObject({ statusCode: 200 })
  })

  test('of a post code with many suburbs four are suggested', async () => {
    expect(suggested(await feeOf('Sydney', '2888'))).toHaveLength(4)
  })

  test('blanks around a name are not repeated', async () => {
    expect((await feeOf(' Sydney ', ' 2122 ')).message).toContain('We can’t find “Sydney”.')
    expect((await feeOf(' eastwood ', ' 2121 ')).message).toContain('We can’t find “eastwood 2121”.')
  })

  test('a suburb and a post code that are both outside suggest nothing', async () => {
    const body = await feeOf('Bondi', '2026')
    expect(body).toMatchObject({ statusCode: 422, message: 'Bondi 2026 is outside our delivery area.' })
    expect(suggested(body)).toEqual([])
  })

  test('a very long name is answered', async () => {
    expect(await feeOf('x'.repeat(100), '2122')).toMatchObject({ statusCode: 422 })
  })

  test('the order has the name as the store spells it', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 2], [shelf.cheap, 3])
    const body = orderOf(sessionId, 126.95, {
      deliveryMethod: 'home',
      deliveryFee: 5.9,
      deliveryAddress: { ...address, city: 'eastwod', postCode: ' 2122' },
    })
    const answer = await call('placeOrder', { body })
    expect(answer.body).toMatchObject({ data: { deliveryAddress: { city: 'Eastwood', postCode: '2122' } } })
  })

  test('a saved delivery address has the name as the store spells it', async () => {
    const { token } = await newCustomer(call)
    const saved = (city: string) =>
      call('createAddress', { body: { ...address, city, use: 'delivery' }, headers: bearerHeaders(token) })
    expect((await saved('eastwod')).body).toMatchObject({ statusCode: 200, data: { city: 'Eastwood' } })
    expect(suggested((await saved('Sydney')).body)).toEqual(['Eastwood 2122', 'Marsfield 2122'])
  })
})
