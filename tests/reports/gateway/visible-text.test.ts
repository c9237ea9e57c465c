import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { fields, type FieldName } from '#contract/fields'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import { address, callOn, newCustomer, orderOf, registrationOf, type Json } from '../../contract/gateway/given.ts'
import { invisibleTexts } from '../../kit/invisible-text.ts'

const gateways = openCaseGateways()
let app: FastifyInstance
beforeAll(async () => {
  app = await gateways.gateway()
})
const call = callOn(() => app)

const person = ['firstName', 'lastName', 'email', 'telephone'] as const
const place = ['address1', 'city', 'postCode'] as const
const customer = { firstName: 'Mei', lastName: 'Lin', email: 'mei@example.com', telephone: '0298765432' }

describe('Expensify/App#96468, elixir-ecto/ecto#4087, codidact/qpixel#160: a field that only looks filled', () => {
  test.each(invisibleTexts)('%s is refused in every required field of every form', async (_, text) => {
    const { headers, customerId, addressId } = await newCustomer(call)
    const refuses = async (route: Parameters<typeof call>[0], field: FieldName, body: Json) => {
      const answer = await call(route, { body, headers, params: { customerId } })
      expect.soft([answer.status, answer.body.message], `${route} ${field}`).toEqual([400, fields[field].required])
    }
    const order = orderOf('any', 60, { customer, deliveryAddress: address, deliveryMethod: 'home' })
    for (const field of person) {
      await refuses('placeOrder', field, { ...order, customer: { ...customer, [field]: text } })
      await refuses('updateCustomer', field, { ...customer, [field]: text })
      await refuses('createAccount', field, registrationOf({ [field]: text }))
    }
    for (const field of place) {
      const unnamed = { ...address, [field]: text }
      await refuses('placeOrder', field, { ...order, billingAddress: unnamed })
      await refuses('placeOrder', field, { ...order, deliveryAddress: unnamed })
      await refuses('createAccount', field, registrationOf({ [field]: text }))
      await refuses('createAddress', field, unnamed)
      await refuses('updateAddress', field, { ...unnamed, addressId, use: 'delivery' })
    }
    await refuses('subscribeNewsletter', 'email', { email: text })
  })

  test.each(invisibleTexts)('%s in optional fields is stored as absent', async (_, text) => {
    const { headers } = await newCustomer(call)
    const body = { ...address, company: text, address2: text, firstName: text, lastName: text, telephone: text }
    const { data } = (await call('createAddress', { body, headers })).body
    const { company, address2, firstName, lastName, telephone } = data
    expect([company || null, address2 || null, firstName, lastName, telephone]).toEqual([null, null, null, null, null])
  })

  test.each(invisibleTexts)('a search for %s finds nothing', async (_, searchCriteria) => {
    const body = { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria }
    expect((await call('products', { body })).body).toEqual({ statusCode: 200, listData: [] })
  })
})
