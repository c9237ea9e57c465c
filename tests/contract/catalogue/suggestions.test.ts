import { describe, expect, test } from 'vitest'
import { defaultLimits } from '#gateway/requests/rate-limits'
import { openCaseGateways } from '../gateway/case-gateways.ts'
import { shelf } from '../gateway/given.ts'

const { gateway } = openCaseGateways()
const none = { statusCode: 200, data: { products: [], aisles: [], brands: [] } }

describe('GET /suggestions', () => {
  test.each(['/v1/suggestions', '/v1/suggestions?q=', '/v1/suggestions?q=a&q=b', '/v1/suggestions?text=rice'])(
    '%s suggests nothing',
    async url => {
      const answer = await (await gateway()).inject(url)
      expect([answer.statusCode, answer.json()]).toEqual([200, none])
    },
  )

  test('reads the first 100 characters of a text, and answers a longer one', async () => {
    const text = `jasmine${' '.repeat(200)}${'x'.repeat(8_000)}`
    const answer = await (
      await gateway()
    ).inject(`/v1/suggestions?q=${encodeURIComponent(`jasmine ${'!'.repeat(200)}x`)}`)
    expect(answer.json()).toMatchObject({ data: { products: [{ id: shelf.rice }] } })
    expect((await (await gateway()).inject(`/v1/suggestions?q=${encodeURIComponent(text)}`)).json()).toEqual(none)
  })

  test('is counted as a read, and refused beyond the limit', async () => {
    const limited = await gateway({ limits: { ...defaultLimits, reads: 1 } })
    const ask = () => limited.inject({ url: '/v1/suggestions?q=rice', remoteAddress: '203.0.113.7' })
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 429])
  })

  test('has pictures with the origin of the gateway, and may not be stored', async () => {
    const app = await gateway({ publicUrl: 'https://api.example.com' })
    const headers = { origin: 'https://shop.example.com' }
    const answer = await app.inject({ url: '/v1/suggestions?q=rice', headers })
    const [product] = answer.json<{ data: { products: { thumbnail: string }[] } }>().data.products
    expect(product!.thumbnail).toMatch(/^https:\/\/api\.example\.com\/pictures\//)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
