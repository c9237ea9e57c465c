import { expect, test } from 'vitest'
import { createProductReader } from '#src/effects/product.ts'
import { detail, packs } from '../../kit/outcomes.ts'
import { createRecordingClient } from '../../kit/recorded-calls.ts'

const { signal } = new AbortController()

/** Resolves when every request has reached the gateway, and its answer the reader. */
const sent = () => new Promise(resolve => setTimeout(resolve))

function open(
  answer: (path: string) => object = () => ({ statusCode: 200, data: { ...detail, productRelated: packs } }),
) {
  const clock = { now: 0 }
  const { call, requests } = createRecordingClient(({ path }) => answer(path))
  const reader = createProductReader({ call, now: () => clock.now })
  return { ...reader, clock, paths: () => requests.map(({ path }) => path) }
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

test('a product that was requested a minute ago is requested again', async () => {
  const { read, prefetch, paths, clock } = open()
  prefetch(1)
  clock.now = 60_000
  await read(1, signal)
  expect(paths()).toEqual(['/product/1', '/product/1'])
})

test('eight products are kept for their pages, and the oldest is dropped', async () => {
  const { read, prefetch, paths } = open()
  for (let id = 1; id <= 9; id += 1) prefetch(id)
  await sent()
  const prefetched = paths()
  for (let id = 2; id <= 9; id += 1) await read(id, signal)
  expect(paths()).toEqual(prefetched)
  await read(1, signal)
  expect(paths()).toEqual([...prefetched, '/product/1'])
})

test('a product can be requested ahead again ten seconds after it was read', async () => {
  const { read, prefetch, paths, clock } = open()
  await read(1, signal)
  clock.now = 9_999
  prefetch(1)
  await sent()
  expect(paths()).toEqual(['/product/1'])
  clock.now = 10_000
  prefetch(1)
  await sent()
  expect(paths()).toEqual(['/product/1', '/product/1'])
})

test('the failure of a product that is requested before its page is that of the page', async () => {
  const { read, prefetch, paths } = open(() => ({ statusCode: 404, message: 'There is no such product.' }))
  prefetch(1)
  await expect(read(1, signal)).rejects.toMatchObject({ status: 404 })
  expect(paths()).toEqual(['/product/1'])
})

test('a product whose early request has failed is requested again by its page', async () => {
  const lost = { statusCode: 500, message: 'The service is not available.' }
  const found = { statusCode: 200, data: { ...detail, productRelated: packs } }
  const answers = [lost, found]
  const { read, prefetch, paths } = open(() => answers.shift()!)
  prefetch(1)
  await sent()
  expect((await read(1, signal)).name).toBe(detail.name)
  expect(paths()).toEqual(['/product/1', '/product/1'])
})
