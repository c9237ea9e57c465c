import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSemaphore } from '#gateway/concurrency/semaphore'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('callers wait for a slot and get it in the order in which they asked', async () => {
  const takeSlot = createSemaphore({ slots: 1 })
  const first = await takeSlot()
  const order: string[] = []
  const waiting = ['second', 'third'].map(async name => {
    const release = await takeSlot()
    order.push(name)
    release!()
  })
  await Promise.resolve()
  expect(order).toEqual([])
  first!()
  await Promise.all(waiting)
  expect(order).toEqual(['second', 'third'])
})

test('a slot that no caller waits for is free again', async () => {
  const takeSlot = createSemaphore({ slots: 2, maxWaiting: 0 })
  const releases = [await takeSlot(), await takeSlot()]
  expect(await takeSlot()).toBeNull()
  releases[0]!()
  expect(await takeSlot()).not.toBeNull()
})

test('a caller that has waited too long gets no slot, and takes none from those behind it', async () => {
  const takeSlot = createSemaphore({ slots: 1, timeout: 100 })
  const first = await takeSlot()
  const late = takeSlot()
  await vi.advanceTimersByTimeAsync(60)
  const inTime = takeSlot()
  await vi.advanceTimersByTimeAsync(40)
  expect(await late).toBeNull()
  first!()
  expect(await inTime).not.toBeNull()
})
