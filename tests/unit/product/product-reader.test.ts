import { expect, test } from 'vitest'
import { createProductReader } from '#src/effects/product.ts'
import { detail, packs } from '../../kit/outcomes.ts'
import { clientThatHears } from '../../kit/recorded-calls.ts'

const { signal } = new AbortController()

function open(
  answer: (path: string) => object = () => ({ statusCode: 200, data: { ...detail, productRelated: packs } }),
) {
  const clock = { now: 0 }
  const { call, asked } = clientThatHears(({ path }) => answer(path))
  const reader = createProductReader({ call, now: () => clock.now })
  return { ...reader, clock, paths: () => asked.map(({ path }) => path) }
}

test('a product that is requested before its page is requested once', async () => {
  const { read, prefetch, paths } = open()
  prefetch(1)
  prefetch(1)
  expect((await read(1, signal)).name).toBe(detail.name)
  expect(paths()).toEqual(['/product/1'])
  await read(1, signal)
  expect(paths()).toEqual(['/product/1', '/product/1'])
})

test('a product that its page is reading is not requested before it', async () => {
  const { read, prefetch, paths } = open()
  const product = read(1, signal)
  prefetch(1)
  await product
  expect(paths()).toEqual(['/product/1'])
})

test('a product that was requested ten seconds ago, or another one, is requested again', async () => {
  const { read, prefetch, paths, clock } = open()
  prefetch(1)
  clock.now = 10_000
  await read(1, signal)
  clock.now = 20_000
  prefetch(1)
  await read(2, signal)
  expect(paths()).toEqual(['/product/1', '/product/1', '/product/1', '/product/2'])
})

test('the failure of a product that is requested before its page is that of the page', async () => {
  const { read, prefetch, paths } = open(() => ({ statusCode: 404, message: 'There is no such product.' }))
  prefetch(1)
  await expect(read(1, signal)).rejects.toMatchObject({ status: 404 })
  expect(paths()).toEqual(['/product/1'])
})
